import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { setUpRelayctl } from '../../support/relayctl';

const relayctl = setUpRelayctl();

describe('completion', () => {
  /** Completions that bash offers at the end of the command line. */
  const completeInBash = (script: string, words: readonly string[]): string[] => {
    const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _relayctl; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const output = execFileSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8' });
    return output.split('\n').filter((line) => line !== '');
  };

  it('completes nouns, verbs and options in bash', async () => {
    const { stdout } = await relayctl.run(['completion', 'bash']);
    expect(completeInBash(stdout, ['relayctl', 'ten'])).toEqual(['tenant']);
    expect(completeInBash(stdout, ['relayctl', 'tenant', 'ro'])).toEqual(['rotate-secret']);
    expect(completeInBash(stdout, ['relayctl', '--json', 'tenant', 'sh'])).toEqual(['show']);
    expect(completeInBash(stdout, ['relayctl', 'invitation', 'rev'])).toEqual(['revoke']);
    expect(completeInBash(stdout, ['relayctl', 'member', '--l'])).toEqual(['--limit']);
    expect(completeInBash(stdout, ['relayctl', 'session', 'revoke', '--o'])).toEqual(['--others']);
    expect(completeInBash(stdout, ['relayctl', 'tenant', 'suspend', 'Shop', '--'])).toEqual([
      '--reason',
      '--yes',
      '--url',
      '--profile',
      '--json',
      '--help',
    ]);
  });

  it.each([
    ['zsh', /^#compdef relayctl\n/, "'suspend:Suspend a tenant"],
    ['fish', /^# fish completion/, `-n "__relayctl_at 'tenant'" -a show`],
  ])('prints completion for %s too', async (shell, start, line) => {
    const { exitCode, stdout, stderr } = await relayctl.run(['completion', shell]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(start);
    expect(stdout).toContain(line);
  });

  it('prints completion without a relay', async () => {
    const env = { RELAY_URL: 'http://relay.invalid' };
    expect((await relayctl.run(['completion', 'bash'], { env })).exitCode).toBe(0);
  });
});
