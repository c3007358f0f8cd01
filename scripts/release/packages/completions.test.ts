import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandTree, withCommandsBelow } from './command-tree.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';

const tree = commandTree();

describe('bash offers', () => {
  const offers = (...words: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-completion-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'safelight'), bashCompletion(tree));
    writeFileSync(join(folder, 'my library.db'), '');
    const script =
      '. ./safelight; COMP_WORDS=(safelight "$@"); COMP_CWORD=$#; _safelight; printf "%s\\n" "${COMPREPLY[@]}"';
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((line) => line !== '');
  };

  test.each([
    ['commands', ['cl'], ['clients']],
    ['commands below others', ['plugin', 'st'], ['status', 'start']],
    ['options of a command', ['clients', 'rotate', '--ov'], ['--overlap']],
    ['options after a value', ['--data-dir', 'x', 'serve', '--po'], ['--port']],
    ['the values of an option', ['serve', '--log-level', 'd'], ['debug']],
    ['files where an option wants one', ['--library', 'my'], ['my library.db']],
    ['nothing where only its user knows', ['serve', '--port', ''], []],
    ['no former names', ['bri'], []],
  ])('%s', (_what, words, offered) => expect(offers(...words)).toEqual(offered));
});

test('zsh and fish are told every command and every option', () => {
  const [zsh, fish] = [zshCompletion(tree), fishCompletion(tree)];
  for (const { words, options } of withCommandsBelow(tree)) {
    expect(zsh).toContain(`    '${words}')\n`);
    for (const { name } of options) {
      expect(zsh).toContain(`'${name}[`);
      expect(fish).toContain(`-n '__safelight_at "${words}"' -l ${name.slice(2)} `);
    }
  }
});
