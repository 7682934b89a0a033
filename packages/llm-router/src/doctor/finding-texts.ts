import type { Finding, FindingCode } from './report.ts';

/** What is found, with its mend: one sentence in each language. */
export interface FindingText {
  readonly en: (finding: Finding) => string;
  readonly zh: (finding: Finding) => string;
}

const status = ({ status: code }: Finding): string => (code === undefined ? '' : ` (HTTP ${code})`);
const better = (finding: Finding, text: (value: string) => string, without = ''): string =>
  finding.better === undefined ? without : text(finding.better);

export const findingTexts: Readonly<Record<FindingCode, FindingText>> = {
  connection_refused: {
    en: () =>
      'Nothing accepts a connection there: start the server, or correct host and port in the base URL.',
    zh: () => '该地址拒绝连接：请启动服务，或更正 base URL 中的主机和端口。',
  },
  unknown_host: {
    en: () => 'The host is not known: correct its name in the base URL, or check the network.',
    zh: () => '找不到该主机：请更正 base URL 中的主机名，或检查网络。',
  },
  tls: {
    en: () =>
      'Its certificate is not trusted: use the host name that the certificate is for, or give Node the certificate in NODE_EXTRA_CA_CERTS.',
    zh: () => '证书不受信任：请使用证书对应的主机名，或通过 NODE_EXTRA_CA_CERTS 为 Node 提供证书。',
  },
  network: {
    en: () => 'The connection failed: check the network, a proxy or firewall, and the base URL.',
    zh: () => '连接失败：请检查网络、代理或防火墙，以及 base URL。',
  },
  slow: {
    en: () => 'It did not answer in time: check the network and the base URL, or try again later.',
    zh: () => '未在时限内应答：请检查网络和 base URL，或稍后再试。',
  },
  moved: {
    en: (finding) =>
      `It only points to another address${status(finding)}: ${better(finding, (url) => `put the API of ${url} in the base URL`, 'correct the base URL')}.`,
    zh: (finding) =>
      `该地址只是重定向${status(finding)}：${better(finding, (url) => `请将 base URL 改为 ${url} 对应的 API 地址`, '请更正 base URL')}。`,
  },
  web_page: {
    en: (finding) =>
      `A web page answered, not an API: ${better(finding, (url) => `set the base URL to ${url}`, 'give the base URL of the API with its version path, such as /v1')}.`,
    zh: (finding) =>
      `应答的是网页而不是 API：${better(finding, (url) => `请将 base URL 设为 ${url}`, '请填写带版本路径（如 /v1）的 API 地址')}。`,
  },
  key_missing: {
    en: (finding) => `It wants a key${status(finding)}: give one in apiKey or apiKeyEnv.`,
    zh: (finding) => `该服务需要密钥${status(finding)}：请填写 apiKey 或 apiKeyEnv。`,
  },
  key_refused: {
    en: (finding) =>
      `The key is refused${status(finding)}: give a valid key of this service and region.`,
    zh: (finding) => `密钥被拒绝${status(finding)}：请填写该服务和该地区的有效密钥。`,
  },
  key_doubtful: {
    en: (finding) =>
      `Its list of models is refused${status(finding)}, which some services do with every key: if calls fail as well, give another key.`,
    zh: (finding) =>
      `模型列表被拒绝${status(finding)}，有些服务对任何密钥都如此：如果调用也失败，请更换密钥。`,
  },
  wrong_path: {
    en: (finding) =>
      `There is no API at this path${status(finding)}: set the base URL to ${finding.better ?? ''}.`,
    zh: (finding) =>
      `该路径下没有 API${status(finding)}：请将 base URL 设为 ${finding.better ?? ''}。`,
  },
  other_form: {
    en: (finding) =>
      `Its API stands at another path, which every call has to find first: set the base URL to ${finding.better ?? ''}.`,
    zh: (finding) =>
      `API 位于另一路径，每次都要先试错：请将 base URL 设为 ${finding.better ?? ''}。`,
  },
  path_doubtful: {
    en: (finding) =>
      `Neither a list of models nor the chat was found there${status(finding)}, which some servers say until a real call comes: if calls fail as well, correct the path of the base URL.`,
    zh: (finding) =>
      `未找到模型列表和对话接口${status(finding)}，有些服务只响应真实调用：如果调用也失败，请更正 base URL 的路径。`,
  },
  unknown_model: {
    en: (finding) =>
      `The endpoint does not list this model: ${better(finding, (name) => `did you mean ${name}?`, 'correct its name, or load the model there.')}`,
    zh: (finding) =>
      `该服务的列表中没有此模型：${better(finding, (name) => `是否应为 ${name}？`, '请更正模型名，或先在服务端加载该模型。')}`,
  },
  no_credit: {
    en: (finding) =>
      `The account has no credit${status(finding)}: top it up, or use another provider.`,
    zh: (finding) => `账户余额不足${status(finding)}：请充值，或改用其他服务。`,
  },
  rate_limited: {
    en: (finding) =>
      `It takes no more requests for now${status(finding)}: wait, or raise the limit of the account.`,
    zh: (finding) => `暂时达到请求上限${status(finding)}：请稍候，或提高账户限额。`,
  },
  server_error: {
    en: (finding) =>
      `The server has a fault of its own${status(finding)}: try again later, or read its log.`,
    zh: (finding) => `服务端出错${status(finding)}：请稍后再试，或查看服务端日志。`,
  },
  odd_status: {
    en: (finding) =>
      `It gave an unusual answer${status(finding)}: check the base URL and the headers.`,
    zh: (finding) => `应答异常${status(finding)}：请检查 base URL 和请求头。`,
  },
  plain_http: {
    en: () => 'The key goes over the network without encryption: use https:// in the base URL.',
    zh: () => '密钥以明文在网络中传输：请在 base URL 中使用 https://。',
  },
  no_price: {
    en: () =>
      'The cost of a run is limited, but this model has no price and does not count: add "price" to its entry.',
    zh: () => '已限制运行费用，但此模型没有价格，不计入费用：请在其条目中添加 "price"。',
  },
};
