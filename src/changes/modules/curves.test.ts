import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moduleLayouts } from '../../darktable/layouts.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import { patchParams } from '../../darktable/params-patch.ts';
import { assetsDir } from '../../platform/package-files.ts';
import {
  addPoint,
  changesOf,
  curvesOf,
  movePoint,
  pointsOf,
  removePoint,
  valueAt,
} from '../../web/detail/develop/curve.ts';
import { paramField } from './module-entry.ts';

/** Every layout with curves that points can be added to. */
const layouts = readdirSync(join(assetsDir, 'layouts'))
  .map((file) => file.replace('.json', ''))
  .flatMap((operation) =>
    Object.entries(moduleLayouts(operation)!.versions).map(([version, layout]) => ({
      name: `${operation} ${version}`,
      layout,
      fields: layout.fields.map(paramField),
    })),
  )
  .map((layout) => ({ ...layout, counters: countersOf(layout.fields) }))
  .filter(({ counters }) => counters.length > 0);

/** As if all of them were in use. */
function curvesInUse(fields: ReturnType<typeof paramField>[], splines: number) {
  const names = fields.filter(({ name }) => name.endsWith('nodes')).map(({ name }) => [name, [9, 9, 9]]);
  return curvesOf(fields, { ...Object.fromEntries(names), splines_version: splines }).curves;
}
function countersOf(fields: ReturnType<typeof paramField>[]) {
  return curvesInUse(fields, 1).flatMap(({ count }) => count ?? []);
}

const anywhere = fc.double({ min: -0.2, max: 1.2, noNaN: true });
const act = fc.record({
  what: fc.constantFrom('add' as const, 'remove' as const, 'move' as const),
  channel: fc.nat(2),
  at: fc.nat(19),
  x: anywhere,
  y: anywhere,
});

test('the modules with curves to add points to are these', () => {
  expect(layouts.map(({ name }) => name).sort()).toEqual([
    ...[2, 3, 4, 5, 6].map((version) => `basecurve ${version}`),
    ...[4, 5].map((version) => `colorzones ${version}`),
    'rgbcurve 1',
    ...[3, 4, 5].map((version) => `tonecurve ${version}`),
  ]);
});

test.each(layouts)(
  '$name: whatever is done to its points, the service takes it and its curves stay curves',
  (module) => {
    const { layout, fields, counters } = module;
    const begin = fc.array(fc.uniqueArray(fc.nat(100), { minLength: 2, maxLength: 20 }), {
      minLength: counters.length,
      maxLength: counters.length,
    });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: layout.size, maxLength: layout.size }),
        begin,
        fc.constantFrom(0, 1),
        fc.array(act, { minLength: 1, maxLength: 14 }),
        (noise, places, splines, acts) => {
          const start = fields.some(({ name }) => name === 'splines_version') ? { splines_version: splines } : {};
          const laid = curvesInUse(fields, splines).map((curve, channel) => {
            const xs = places[channel]!.slice(0, curve.most).toSorted((one, other) => one - other);
            return changesOf(
              curve,
              xs.map((x) => ({ x: x / 100, y: 0.5 })),
            );
          });
          let blob = patchParams(layout, noise, Object.assign(start, ...laid) as Record<string, unknown>).blob!;
          for (const { what, channel, at, x, y } of acts) {
            const params = decodeParams(layout, blob);
            const curve = curvesOf(fields, params).curves[channel % counters.length]!;
            const points = pointsOf(curve, params);
            const place = at % points.length;
            const next =
              what === 'move'
                ? movePoint(curve, points, place, { x, y })
                : (what === 'add' ? addPoint(curve, points, { x, y }) : removePoint(curve, points, place))?.points;
            if (!next) continue;
            const changes = changesOf(curve, next);
            const { blob: after, problems } = patchParams(layout, blob, changes);
            expect(problems).toBeNull();
            const stored = decodeParams(layout, after!);
            // What was not spoken of is what it was.
            const others = curvesOf(fields, stored).curves.filter(({ count }) => count !== curve.count);
            for (const other of others) expect(pointsOf(other, stored)).toEqual(pointsOf(other, params));
            const xs = curvesOf(fields, stored)
              .curves.filter(({ count }) => count === curve.count)
              .flatMap((one) => pointsOf(one, stored))
              .map((point) => point.x);
            expect(valueAt(stored, curve.count!)).toBe(next.length);
            expect(next.length).toBeGreaterThanOrEqual(2);
            expect(next.length).toBeLessThanOrEqual(20);
            expect(xs).toHaveLength(next.length);
            expect(xs.every((one, index) => index === 0 || one > xs[index - 1]!)).toBe(true);
            expect(xs[0]).toBeGreaterThanOrEqual(0);
            expect(xs.at(-1)).toBeLessThanOrEqual(1);
            blob = after!;
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);
