import { expect, test } from 'vitest';
import { commandKey, digitOf } from './keys.ts';

const pressed = (key: string, code: string, shiftKey = false) => ({ key, code, shiftKey });

test.each([
  ['r', 'KeyR', 'r'],
  // Caps Lock.
  ['R', 'KeyR', 'r'],
  // Russian, Greek, Hebrew, Arabic (one key, two letters), Thai (a mark), Korean.
  ['к', 'KeyR', 'r'],
  ['я', 'KeyZ', 'z'],
  ['ρ', 'KeyR', 'r'],
  ['ס', 'KeyX', 'x'],
  ['لا', 'KeyB', 'b'],
  ['ิ', 'KeyB', 'b'],
  ['ㅅ', 'KeyT', 't'],
  // AZERTY, QWERTZ and Dvorak go by the letter, and so do Turkish and Azerbaijani, which have more of them.
  ['z', 'KeyW', 'z'],
  ['y', 'KeyZ', 'y'],
  ['o', 'KeyS', 'o'],
  [',', 'KeyM', ','],
  ['ö', 'Semicolon', 'ö'],
  ['ı', 'KeyI', 'ı'],
  ['ü', 'KeyW', 'ü'],
  ['Escape', 'Escape', 'Escape'],
  ['/', 'Slash', '/'],
])('%s of %s is %s', (key, code, command) => expect(commandKey(pressed(key, code))).toBe(command));

test('Shift makes a letter another command', () => {
  expect(commandKey(pressed('Я', 'KeyZ', true))).toBe('Z');
  expect(commandKey(pressed('z', 'KeyZ', true))).toBe('Z');
  expect(commandKey(pressed('?', 'Slash', true))).toBe('?');
});

test.each([
  ['3', 'Digit3', false, 3],
  ['3', 'Numpad3', false, 3],
  // Num Lock is off.
  ['PageDown', 'Numpad3', false, null],
  // French: & é ", Czech: + ě š, Arabic digits; French ones need Shift.
  ['"', 'Digit3', false, 3],
  ['+', 'Digit1', false, 1],
  ['ě', 'Digit2', false, 2],
  ['٣', 'Digit3', false, 3],
  ['3', 'Digit3', true, 3],
  ['#', 'Digit3', true, null],
  ['r', 'KeyR', false, null],
])('%s of %s (Shift %s) is the digit %s', (key, code, shift, digit) =>
  expect(digitOf(pressed(key, code, shift))).toBe(digit),
);
