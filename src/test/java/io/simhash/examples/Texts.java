package io.simhash.examples;

/** Two versions of one announcement, and another text. */
final class Texts {

  static final String ANNOUNCEMENT =
      "国务院今天发布关于加强食品安全工作的通知，要求各地落实责任，严格检查，公开结果，接受群众监督，切实保障人民群众的身体健康和生命安全。";

  static final String REPRINT =
      "国务院昨天发布关于加强食品安全工作的通知，要求各地落实责任、严格检查、公开结果、接受群众监督，切实保障人民群众的身体健康和生命安全！";

  static final String MATCH_REPORT = "昨晚的比赛中，主队在加时赛阶段凭借队长的一记远射以三比二战胜客队，晋级决赛。";

  private Texts() {}
}
