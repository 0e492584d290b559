// All sentences of the page, in English and Chinese.

const DICTIONARY = {
  title: ['Near-duplicates', '近似重复'],
  other_language: ['中文', 'English'],
  skip: ['Skip to the content', '跳到内容'],
  api_key: ['API key', 'API 密钥'],
  api_key_in_use: ['API key in use', '正在使用 API 密钥'],
  api_key_label: ['API key, as id:key or in base 64', 'API 密钥（id:key 或 base64）'],
  api_key_hint: ['The page keeps it in memory only. It is forgotten when the page is closed or reloaded.', '密钥只保存在内存中，关闭或刷新页面即被清除。'],
  use: ['Use', '使用'],
  forget: ['Forget', '清除'],
  index: ['Index', '索引'],
  field: ['Compared field', '比较的字段'],
  text_field: ['Text', '文本字段'],
  ids_field: ['Cluster ids', '聚类编号字段'],
  none: ['none', '无'],
  show: ['Show', '显示'],
  overview: ['Overview', '概览'],
  clusters: ['Clusters', '聚类列表'],
  cluster: ['Cluster', '聚类'],
  members: ['Documents', '文档'],
  neighbours: ['Neighbours', '近邻'],
  compare: ['Compare', '对比'],
  blocks: ['Blocks', '分块'],
  search: ['Search', '搜索'],
  common: ['Common passages', '共有段落'],
  loading: ['Loading …', '加载中…'],
  done: ['Done', '完成'],

  choose_index: ['Choose an index above.', '请在上方选择索引。'],
  no_index: ['No index that you can read has a simhash or minhash field. Create one with a field of one of these types, index documents, and reload this page.', '您可读取的索引都没有 simhash 或 minhash 字段。请先创建含这两类字段之一的索引并写入文档，再刷新本页。'],
  no_field: ['The index {0} has no simhash or minhash field that you can read. Choose another index, or add a field of one of these types.', '索引 {0} 没有您可读取的 simhash 或 minhash 字段。请换一个索引，或添加这两类字段之一。'],
  no_documents: ['The index has no documents yet.', '索引中还没有文档。'],
  no_view: ['There is no view “{0}”. This is the overview.', '没有“{0}”视图，以下是概览。'],
  error_name: ['No index can have this name.', '索引不能使用此名称。'],
  error_0: ['Elasticsearch does not answer. Is the node running?', 'Elasticsearch 没有响应，节点是否在运行？'],
  error_401: ['Elasticsearch does not know who you are. Reload the page and sign in, or use an API key (the button at the top).', 'Elasticsearch 无法确认您的身份。请刷新页面登录，或使用顶部按钮输入 API 密钥。'],
  error_403: ['You may not see this: your user or API key has no right to it.', '您无权查看此内容：当前用户或 API 密钥没有相应权限。'],
  error_404: ['Elasticsearch did not find it.', 'Elasticsearch 未找到该内容。'],
  error_429: ['Elasticsearch is too busy. Try again in a moment.', 'Elasticsearch 正忙，请稍后再试。'],
  error_other: ['Elasticsearch refused the request.', 'Elasticsearch 拒绝了请求。'],
  error_page: ['The page met an error.', '页面出错。'],
  no_estimate: ['This release of the plugin has no estimate. Find the clusters instead, with the commands below.', '此版本插件没有估算功能。请使用下面的命令查找聚类。'],

  documents: ['documents', '篇文档'],
  stories: ['stories', '个不同内容'],
  story: ['A story is a text with all its near-duplicates. If one document of each story stayed, this many would be left.', '一个内容是指一篇文本及其全部近似重复：若每个内容保留一篇，就剩下这么多篇文档。'],
  repeated: ['have a near-duplicate', '有近似重复'],
  surplus: ['could go, if one of each story stays', '可去除（每个内容保留一篇）'],
  from_ids: ['Counted from the field {0}, which has an id for each cluster.', '根据聚类编号字段 {0} 统计。'],
  ids_missing: ['Documents without an id in this field: {0}. Each counts as a story.', '{0} 篇文档没有编号，各计为一个内容。'],
  ids_none: ['No document has an id in the field {0}. Find the clusters with the commands below.', '字段 {0} 中没有编号。请用下面的命令查找聚类。'],
  counted_part: ['Counted so far: {0} of about {1} ids.', '已统计约 {1} 个编号中的 {0} 个。'],
  count_rest: ['Count the rest', '继续统计'],
  sizes: ['Sizes of the clusters', '聚类大小'],
  size_documents: ['Documents', '文档数'],
  size_clusters: ['Clusters', '聚类数'],
  no_clusters: ['No two documents have the same id.', '没有两篇文档编号相同。'],
  estimate: ['Estimate', '估算'],
  estimate_now: ['Estimate from 1,000 random documents', '用 1,000 篇随机文档估算'],
  estimate_from: ['From a random sample of {0} of {1} documents, each compared with the whole index. In brackets: the 95 % interval.', '从 {1} 篇文档中随机抽取 {0} 篇，各与整个索引比较。括号内为 95 % 区间。'],
  estimate_exact: ['All {0} documents were compared, so the numbers are exact.', '已比较全部 {0} 篇文档，结果是精确的。'],
  estimate_passages: ['How many of them share a frame?', '其中多少篇有共同的页框？'],
  estimate_frames: ['{0} of the near-duplicates have one of the {1} most common passages, which are often a frame, a disclaimer or a template.', '{0} 的近似重复文档含有最常见的 {1} 个共有段落之一，这往往是页框、免责声明或模板。'],
  estimate_no_frames: ['There are no common passages: none is in 10 documents and in 1 % of all.', '没有共有段落：没有段落出现在至少 10 篇、且占全部 1 % 的文档中。'],
  estimate_timeout: ['The time was up, so the sample is smaller than asked for.', '时间已到，样本比要求的小。'],
  estimate_cost: ['Finding all clusters would compare {0} documents, need about {1} of heap and take about {2} s.', '查找全部聚类将比较 {0} 篇文档，约需堆内存 {1}，耗时约 {2} 秒。'],
  curve: ['Share of documents with a near-duplicate, by min_similarity', '不同 min_similarity 下有近似重复的文档占比'],
  curve_x: ['min_similarity', 'min_similarity'],
  curve_share: ['have a near-duplicate', '有近似重复'],
  curve_stories: ['stories', '不同内容'],
  find_all: ['Find all clusters', '查找全部聚类'],
  find_all_text: ['These commands write the id of its cluster into each document. The second one needs the privileges read and write, and may be repeated at any time. Then choose the field as “{0}” above.', '以下命令把聚类编号写入每篇文档。第二条需要 read 和 write 权限，可随时重复执行。之后在上方“{0}”中选择该字段。'],
  find_again_text: ['This command updates the ids. It needs the privileges read and write.', '此命令更新编号，需要 read 和 write 权限。'],
  commands: ['Commands', '命令'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  selected: ['Selected: copy it with the keyboard', '已选中，请用键盘复制'],

  clusters_need_ids: ['Clusters are shown by a keyword field that has the id of the cluster of each document. Choose it above as “{0}”. If there is none yet, the overview has the commands that write it.', '聚类按保存编号的 keyword 字段显示，请在上方“{0}”中选择。如果还没有，概览中有写入编号的命令。'],
  order: ['Order', '顺序'],
  largest: ['Largest first', '从大到小'],
  by_id: ['All, by id', '全部，按编号'],
  id: ['Id', '编号'],
  begins: ['Text', '文本'],
  largest_caption: ['Largest clusters: {0}', '最大的 {0} 个聚类'],
  by_id_caption: ['Clusters by id: {0}', '{0} 个聚类，按编号'],
  approximate: ['The sizes are approximate, because the index has several shards. “All, by id” is exact.', '索引有多个分片，大小为近似值。“全部，按编号”是精确的。'],
  more: ['Show more', '显示更多'],
  next: ['Next', '下一页'],
  first: ['Back to the first', '回到第一页'],
  looked_at: ['Ids read for this page: {0}', '本页读取了 {0} 个编号。'],
  none_yet: ['All ids that were read have one document alone. Go on to the next page.', '已读取的编号都只有一篇文档，请看下一页。'],
  no_more: ['There are no more clusters.', '没有更多聚类。'],

  members_of: ['Documents: {0}. Similarity and distance are those to the document that is marked “compared”.', '共 {0} 篇文档。相似度和距离相对于标记为“基准”的文档。'],
  neighbours_of: ['Neighbours of {1}: {0}', '{1} 的近邻：{0} 篇'],
  document: ['Document', '文档'],
  similarity: ['Similarity', '相似度'],
  distance: ['Distance', '距离'],
  actions: ['Actions', '操作'],
  reference: ['compared', '基准'],
  below: ['below {0}', '低于 {0}'],
  no_similarity: ['–', '–'],
  differences: ['Differences', '差异'],
  compare_to_this: ['Compare all to this', '以此为基准'],
  its_neighbours: ['Neighbours', '近邻'],
  empty_cluster: ['No document has this id.', '没有文档使用此编号。'],
  no_neighbours: ['No neighbours were found.', '没有找到近邻。'],
  choose_members: ['Choose a cluster or a document first: see “{0}” or “{1}”.', '请先选择聚类或文档：见“{0}”或“{1}”。'],

  choose_two: ['Choose two documents to compare. The lists of clusters and of neighbours have links for it.', '请选择两篇文档对比。聚类和近邻列表中有对比链接。'],
  first_document: ['First document', '第一篇'],
  second_document: ['Second document', '第二篇'],
  stored: ['Stored in the index: similarity {0}, distance {1}.', '索引中保存的：相似度 {0}，距离 {1}。'],
  jaccard: ['Exact similarity', '精确相似度'],
  containment: ['Containment', '包含度'],
  no_text_field: ['Choose the field of the texts above as “{0}”.', '请在上方“{0}”中选择文本字段。'],
  no_text: ['The document {0} has no text in the field {1}, or you may not see it.', '文档 {0} 的字段 {1} 没有文本，或您无权查看。'],
  no_document: ['There is no document {0}, or you may not see it.', '没有文档 {0}，或您无权查看。'],
  text_cut: ['Only the first {0} characters are shown and compared.', '只显示并比较前 {0} 个字符。'],
  equal: ['The two texts are equal.', '两篇文本完全相同。'],
  differs: ['What differs is marked.', '差异已标出。'],
  by_runs: ['The texts are long or very different, so runs of four words that only one of them has are marked.', '文本很长或差异很大，因此标出只在一篇中出现的四词片段。'],
  computed_by: ['Computed from the two texts by the pipeline {0}.', '由两篇文本通过管道 {0} 计算。'],
  computed_default: ['Computed from the two texts with the default options: no pipeline of the index is known.', '由两篇文本按默认选项计算：索引的管道未知。'],
  not_computed: ['The texts were not compared by _simhash/fingerprint:', '未能用 _simhash/fingerprint 比较文本：'],
  too_long: ['together they have more than 200,000 characters.', '两篇合计超过 200,000 个字符。'],
  needs_monitor: ['it needs the cluster privilege monitor.', '需要集群权限 monitor。'],

  blocks_text: ['A fingerprint has four blocks of 16 bits. A search by distance reads the documents that share a block value with the query. Where very many do, it is slow: “block_levels” 2 in the mapping helps.', '指纹分为四块，每块 16 位。按距离搜索会读取与查询共享某块取值的文档。共享的文档太多时搜索变慢，可在映射中设置 “block_levels” 为 2。'],
  block: ['Block {0}', '分块 {0}'],
  block_value: ['Value', '取值'],
  share: ['Share', '占比'],
  block_average: ['Different values: about {0}. Documents of a value on average: {1}.', '约 {0} 个取值，平均每个 {1} 篇文档。'],
  block_even: ['No overfull value.', '没有过满的取值。'],
  block_overfull: ['Overfull values: {0}, with {1} documents together.', '{0} 个过满取值，共 {1} 篇文档。'],
  values: ['Values of the field', '字段取值'],
  kind: ['Kind', '类别'],
  fingerprints: ['with a fingerprint', '有指纹'],
  without_fingerprint: ['without a fingerprint', '无指纹'],
  signatures: ['with a signature', '有签名'],
  without_signature: ['with a fingerprint and no signature', '有指纹、无签名'],
  profile: ['profile {0}', '配置 {0}'],
  parameters: ['signature {0}', '签名 {0}'],
  without_profile: ['profile not known', '配置未知'],
  mixed_profiles: ['The field has values of several profiles. Values of different profiles cannot be compared: index the older documents again.', '字段含有多种配置的取值，不同配置之间不能比较：请重新索引旧文档。'],
  no_blocks: ['No document has a fingerprint, so there are no blocks.', '没有文档有指纹，因此没有分块。'],

  search_id: ['Document with the _id', '按 _id 查找文档'],
  no_id_typed: ['Type an _id first.', '请先输入 _id。'],
  found_documents: ['Documents: {0}', '{0} 篇文档'],
  search_text: ['Text', '文本'],
  search_hint: ['Paste a text of up to 200,000 characters. It is not stored.', '粘贴文本，最多 200,000 个字符，不会被保存。'],
  pipeline: ['Pipeline', '管道'],
  pipeline_hint: ['The pipeline whose simhash processor fills the field. Leave it empty if the field takes text itself.', '填充该字段的 simhash 处理器所在的管道。字段自身接收文本时留空。'],
  min_length: ['Least letters of a passage', '段落最少字母数'],
  find: ['Find', '查找'],
  found_neighbours: ['Near-duplicates: {0}', '{0} 篇近似重复'],
  found_none: ['The index has no near-duplicate of this text.', '索引中没有此文本的近似重复。'],
  passages: ['Shared passages', '相同段落'],
  found_passages: ['Documents that share a passage: {0}', '{0} 篇文档含相同段落'],
  passages_none: ['No document shares a passage of this length.', '没有文档含该长度的相同段落。'],
  passages_unmapped: ['The index has no field of type passages, so shared passages are not searched for.', '索引没有 passages 类型的字段，因此不查找相同段落。'],
  covered: ['Covered', '覆盖'],
  shared_text: ['Shared text', '相同文本'],
  pasted: ['Pasted text', '粘贴的文本'],
  no_text_typed: ['Paste a text first.', '请先粘贴文本。'],
  common_unmapped: ['The index has no field of type passages that you can read. Common passages are read from such a field: add one as a multi-field of the text, and index the documents again.', '索引没有您可读取的 passages 类型字段。共有段落从该类字段读取：请把它添加为文本字段的多字段，并重新索引文档。'],
  least_documents: ['Documents that have a passage, at least', '含有段落的最少文档数'],
  least_hint: ['Leave it empty for 1 % of the documents, and at least 10.', '留空表示文档的 1 %，且至少 10 篇。'],
  common_from: ['Field {0}. Documents whose texts were compared: {1} of {2}.', '字段 {0}。已比较 {2} 篇文档中 {1} 篇的文本。'],
  common_none: ['No passage is in {0} documents or more.', '没有段落出现在 {0} 篇或更多文档中。'],
  common_caption: ['Passages in {1} documents or more, most text first: {0}', '出现在 {1} 篇或更多文档中的段落：{0} 段，文本量大的在前'],
  choose: ['Choose', '选择'],
  choose_passage: ['Choose passage {0}', '选择段落 {0}'],
  chosen: ['Passages chosen: {0}', '已选择 {0} 段'],
  passage: ['Passage', '段落'],
  documents_eq: ['{0}', '{0}'],
  documents_lte: ['at most {0}', '最多 {0}'],
  share_of_text: ['Share of all text', '占全部文本'],
  examples: ['Examples', '示例'],
  boilerplate: ['Passages that do not count', '不计入比较的段落'],
  boilerplate_text: ['The option boilerplate lists passages that are left out before texts are compared. Choose frames, disclaimers and templates, not news that many documents copy, and paste the list into the mapping of a field or into the processor.', '选项 boilerplate 列出的段落在比较文本之前被去除。请选择页面框架、免责声明和模板，而不是被多篇文档转载的内容，然后把列表粘贴到字段映射或处理器中。'],
  boilerplate_none: ['Choose passages in the list above.', '请在上面的列表中选择段落。'],
  boilerplate_long: ['The option accepts {0} characters together. The chosen passages have {1}.', '该选项最多接受 {0} 个字符，所选段落共 {1} 个。'],
  needs_pipeline: ['The field takes fingerprints, not text. Set the pipeline that computes them.', '该字段接收指纹而不是文本，请设置计算指纹的管道。'],
};

let column = 0;

export function setLanguage(language) {
  column = language === 'zh' ? 1 : 0;
}

export function language() {
  return column === 1 ? 'zh' : 'en';
}

/** The sentence in the language of the page, with values for {0}, {1}. */
export function t(name, ...values) {
  return DICTIONARY[name][column].replace(/\{(\d)\}/g, (_, i) => values[i]);
}

export function has(name) {
  return name in DICTIONARY;
}

/** A number as people read it. */
export function count(value) {
  return new Intl.NumberFormat(language()).format(value);
}

/** A share in [0, 1] in percent: three digits, no 100 % for less than all and no 0 % for more than none. */
export function share(value) {
  const percent = 100 * value;
  const digits = percent.toFixed(percent < 10 || percent > 99 ? 1 : 0);
  const shown = digits === '100.0' && value < 1 ? '99.9' : digits === '0.0' && value > 0 ? '<0.1' : digits;
  return `${shown.replace(/\.0$/, '')}\u00A0%`;
}

/** A number of bytes. */
export function bytes(value) {
  return value < 1e6 ? `${Math.ceil(value / 1e3)} kB` : value < 1e9 ? `${Math.ceil(value / 1e6)} MB` : `${(value / 1e9).toFixed(1)} GB`;
}
