import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleForScriptTag } from '../../packages/widget-sdk/test/support/bundle';

/** A folder with what the widget's build has for a script tag, made from the sources. */
export async function makeWidgetFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-widget-'));
  for (const [name, text] of await bundleForScriptTag()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
