/** What `--help` prints. */
export const helpText = `mini-agent-mcp: one MCP tool, run_agent, that is a whole sub-agent

Usage
  mini-agent-mcp                     serve MCP on stdin and stdout
  mini-agent-mcp run "<task>"        do a task here, with live steps on stderr
  mini-agent-mcp --test              call each of the internal tools once
  mini-agent-mcp --help, --version

Flags of run
  --json             print the whole result as JSON
  --rule             use no model
  --resume <run_id>  continue an earlier run, with a task or as it was left
  -                  read the task from stdin

Models: set LLM_API_KEY, LLM_BASE_URL and LLM_MODEL in the environment or in a .env file.
Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted
`;
