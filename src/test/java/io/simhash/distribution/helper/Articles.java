package io.simhash.distribution.helper;

/** A report, its lightly edited copy, and a report of something else; no quotes in them. */
public final class Articles {

  public static final String NEWS =
      "市水务局昨日宣布，青禾水库除险加固工程全面完工并通过蓄水验收。工程历时十八个月，共浇筑混凝土六万二千立方米，"
          + "更换闸门九扇，新建监测站四座。水库恢复正常蓄水后，可为下游三个镇的十一万居民提供稳定水源，并灌溉农田八万余亩。"
          + "负责人介绍，新安装的自动监测系统每五分钟采集一次水位和渗流数据，一旦出现异常会立即报警。附近村民说，"
          + "往年汛期总要提前转移，今年终于可以安心过夏。下一步，水务局将对库区周边的道路和绿化进行整治，并向公众开放观景步道。";

  public static final String EDIT = NEWS.replace("昨日", "今天").replace("四座", "五座");

  public static final String OTHER =
      "省博物馆新馆将于下月初试运行，首批展出文物一千二百余件，其中近三成为首次与观众见面。新馆建筑面积四万平方米，"
          + "设六个常设展厅和两个临时展厅，并配有面向儿童的互动体验区。馆方表示，试运行期间实行免费预约参观，每日限额五千人，"
          + "观众可以通过手机提前三天选择入馆时段。";

  private Articles() {}
}
