/** What a user is told whose task rule mode does not understand: what it can do, and how to switch a model on. */
export const ruleHelp: { readonly en: string; readonly zh: string } = {
  en: [
    'Without a model I can do arithmetic ("15% of 80", "20% off $80"), unit conversions ("5 km in miles"), speed, distance and time, dates and',
    'times ("days between 2024-01-01 and 2024-12-31", "time in Tokyo", "convert 3pm Tokyo to London"), UUIDs, passwords, PINs, passphrases,',
    'random numbers, picks and shuffles, and text work ("count the words in \'…\'", "uppercase \'…\'", "md5 of \'…\'"), several of them in one',
    'task, numbered or joined by "and" or ";". For anything else switch a model on: set',
    'LLM_API_KEY, LLM_BASE_URL and LLM_MODEL (in the environment or in .env), or use a client that offers sampling.',
  ].join(' '),
  zh: '没有模型时可以处理：算术（“80的15%”、“100元打八折”）、单位换算（“5公里是多少英里”）、速度、路程和时间的计算、日期和时间（“2024-01-01到2024-12-31有多少天”、“东京现在几点”、“东京下午3点是伦敦几点”）、UUID、密码、PIN码、密码短语、随机数、随机选择和打乱、文本统计和转换（“统计‘…’的字数”、“把‘…’转成大写”、“计算‘…’的md5”），多个任务可以编号，也可用“然后”或“；”连接。其他任务请启用模型：设置 LLM_API_KEY、LLM_BASE_URL 和 LLM_MODEL（环境变量或 .env），或使用支持 sampling 的客户端。',
};
