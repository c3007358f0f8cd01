import { rain, skyline, soapFilm } from './cities.ts';
import { duneSea, duneShadow, milkyWay, moon, sandstone, starTrails } from './deserts.ts';
import { hills, lavender, tulips } from './fields.ts';
import { auroraForest, auroraLake, goldenForest, loneTree, mistyForest, snowyForest } from './forests.ts';
import { alpenglow, alpineLake, balloons, dawnRidges, highlands, violetRidges } from './mountains.ts';
import type { Scene } from './scene.ts';
import { braidedRiver, coastFromAbove, ice, lighthouse, seaSunset } from './waters.ts';

const landscape = (scene: Scene) => ({ scene, width: 1500, height: 1000 });
const portrait = (scene: Scene) => ({ scene, width: 1000, height: 1500 });

/** Every scene with the size at which it is developed. */
export const scenes = {
  alpenglow: { scene: alpenglow, width: 1920, height: 640 },
  alpineLake: landscape(alpineLake),
  auroraForest: landscape(auroraForest),
  auroraLake: portrait(auroraLake),
  balloons: landscape(balloons),
  braidedRiver: landscape(braidedRiver),
  coastFromAbove: { scene: coastFromAbove, width: 600, height: 400 },
  dawnRidges: landscape(dawnRidges),
  duneSea: landscape(duneSea),
  duneShadow: portrait(duneShadow),
  goldenForest: landscape(goldenForest),
  highlands: landscape(highlands),
  hills: landscape(hills),
  ice: { scene: ice, width: 1200, height: 1200 },
  lavender: landscape(lavender),
  lighthouse: landscape(lighthouse),
  loneTree: landscape(loneTree),
  milkyWay: portrait(milkyWay),
  mistyForest: portrait(mistyForest),
  moon: { scene: moon, width: 1100, height: 1100 },
  rain: { scene: rain, width: 1080, height: 1350 },
  sandstone: { scene: sandstone, width: 1080, height: 1350 },
  seaSunset: landscape(seaSunset),
  skyline: { scene: skyline, width: 1600, height: 900 },
  snowyForest: landscape(snowyForest),
  soapFilm: { scene: soapFilm, width: 440, height: 440 },
  starTrails: landscape(starTrails),
  tulips: landscape(tulips),
  violetRidges: portrait(violetRidges),
} satisfies Record<string, { scene: Scene; width: number; height: number }>;
