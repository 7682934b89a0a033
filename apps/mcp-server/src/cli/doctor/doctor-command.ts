import { packageVersion } from '../../version.ts';
import { localeLanguage } from '../locale.ts';
import { workingDirectory } from '../working-directory.ts';
import { withoutControls } from '../terminal-text.ts';
import { examine } from './examine.ts';
import { doctorJson, formatDoctor, isHealthy } from './findings.ts';

/** `mini-agent-mcp doctor`: the report on stdout. Resolves with the exit code. */
export async function doctorCommand(
  { json }: { readonly json: boolean },
  packageRoot: string,
): Promise<number> {
  const environment = process.env;
  const { bindProblem } = await import('../../server/http/auth/bind.ts');
  const result = await examine({
    environment,
    workingDirectory: workingDirectory(),
    packageRoot,
    version: packageVersion(packageRoot),
    bindProblem,
  });
  const language = localeLanguage(environment);
  const { formatDoctorReport } = await import('@mini-agent/llm-router');
  const text = json
    ? JSON.stringify(doctorJson(result, language), null, 2)
    : formatDoctor(result, { language, models: formatDoctorReport(result.models, language) });
  await new Promise<void>((resolve) => {
    process.stdout.write(`${withoutControls(text)}\n`, () => {
      resolve();
    });
  });
  return isHealthy(result) ? 0 : 1;
}
