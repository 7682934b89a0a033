import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, type HttpSettings } from '../../src/config/settings.ts';

/** Reads the HTTP settings as a start of the program would. */
export function httpSettings(environment: Record<string, string>): {
  http: HttpSettings;
  problems: readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'mini-agent-http-'));
  try {
    const source = { environment, workingDirectory: folder, packageRoot: join(folder, 'package') };
    const { settings, problems } = readSettings(source);
    return { http: settings.http, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
