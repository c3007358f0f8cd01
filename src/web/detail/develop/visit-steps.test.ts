import { expect, test } from 'vitest';
import { type HistoryEdit, type Hop, type Moment, VisitSteps } from './visit-steps.ts';

const moment = (operation: string, params_b64: string): Moment => ({
  operation,
  params_b64,
  multi_priority: 0,
  enabled: true,
  blend: null,
});
const edit = { enabled: true };
const now = (params: string) => (module: Moment) => ({ ...module, params_b64: params });

const modules = (hop: Hop | null): Moment[] => (hop && 'moments' in hop ? hop.moments : []);
const back = (steps: VisitSteps, stored: string) => modules(steps.goTo(steps.at - 1, now(stored)))[0] ?? null;
const on = (steps: VisitSteps) => modules(steps.goTo(steps.at + 1, () => undefined))[0] ?? null;

test('edits are taken back in turn and made again, also of the same module', () => {
  const steps = new VisitSteps();
  steps.add(moment('exposure', 'a'), edit);
  steps.add(moment('exposure', 'b'), edit);
  steps.add(moment('sharpen', 'x'), edit);
  expect(back(steps, 'y')).toEqual(moment('sharpen', 'x'));
  expect(back(steps, 'c')).toEqual(moment('exposure', 'b'));
  // Nobody waits until the last one is stored: what is stored now is not what it was.
  expect(back(steps, 'c')).toEqual(moment('exposure', 'a'));
  expect(back(steps, 'a')).toBeNull();
  expect([on(steps), on(steps), on(steps), on(steps)]).toEqual([
    moment('exposure', 'b'),
    moment('exposure', 'c'),
    moment('sharpen', 'y'),
    null,
  ]);
});

test('a new edit ends what could be made again', () => {
  const steps = new VisitSteps();
  steps.add(moment('exposure', 'a'), edit);
  back(steps, 'b');
  steps.add(moment('exposure', 'a'), edit);
  expect(on(steps)).toBeNull();
  expect(back(steps, 'c')).toEqual(moment('exposure', 'a'));
  expect(on(steps)).toEqual(moment('exposure', 'c'));
});

test('going far stores each module once, as it was there', () => {
  const steps = new VisitSteps();
  steps.add(moment('exposure', 'a'), edit);
  steps.add(moment('sharpen', 'x'), edit);
  steps.add(moment('exposure', 'b'), edit);
  const stored = ({ operation }: Moment) => moment(operation, operation === 'exposure' ? 'c' : 'y');
  expect(modules(steps.goTo(0, stored))).toEqual([moment('sharpen', 'x'), moment('exposure', 'a')]);
  expect(steps.at).toBe(0);
  expect(modules(steps.goTo(2, () => undefined))).toEqual([moment('exposure', 'b'), moment('sharpen', 'y')]);
  expect(steps.at).toBe(2);
});

test('what is refused is not taken back: the next undo tries it again', () => {
  const steps = new VisitSteps();
  steps.add(moment('exposure', 'a'), edit);
  expect(back(steps, 'b')).toEqual(moment('exposure', 'a'));
  steps.stayAt(1);
  expect(back(steps, 'b')).toEqual(moment('exposure', 'a'));
});

test('a change of the whole history is a part of the way of its own, between what was edited before and after it', () => {
  const steps = new VisitSteps();
  const discarded: HistoryEdit = { act: { is: 'discard' }, label: null, change: 7 };
  steps.add(moment('exposure', 'a'), edit);
  steps.add(moment('sharpen', 'x'), edit);
  steps.settle(({ operation }) => moment(operation, operation === 'exposure' ? 'b' : 'y'));
  steps.addHistory(discarded);
  steps.add(moment('crop', 'm'), edit);
  expect(steps.goTo(0, now('n'))).toEqual({ moments: [moment('crop', 'm')] });
  expect(steps.goTo(0, () => undefined)).toEqual({ edit: discarded });
  expect(modules(steps.goTo(0, now('no longer asked')))).toEqual([moment('sharpen', 'x'), moment('exposure', 'a')]);
  expect(steps.goTo(0, now(''))).toBeNull();
  expect(modules(steps.goTo(4, () => undefined))).toEqual([moment('exposure', 'b'), moment('sharpen', 'y')]);
  expect(steps.goTo(4, () => undefined)).toEqual({ edit: discarded });
  expect(modules(steps.goTo(4, () => undefined))).toEqual([moment('crop', 'n')]);
  expect(steps.at).toBe(4);
});
