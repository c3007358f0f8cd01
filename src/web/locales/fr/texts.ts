import type { Texts } from '../texts.ts';
import { agents } from './agents.ts';
import { albums } from './albums.ts';
import { common } from './common.ts';
import { culling } from './culling.ts';
import { detail } from './detail.ts';
import { develop } from './develop.ts';
import { diagnostics } from './diagnostics.ts';
import { errors } from './errors.ts';
import { exports } from './exports.ts';
import { finding } from './finding.ts';
import { firstRun } from './first-run.ts';
import { gallery } from './gallery.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { mend } from './mend.ts';
import { organising } from './organising.ts';
import { pictures } from './pictures.ts';
import { proofs } from './proofs.ts';
import { publishing } from './publishing.ts';
import { rendering } from './rendering.ts';
import { selection } from './selection.ts';
import { settingDescriptions } from './setting-descriptions.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { statistics } from './statistics.ts';
import { offline } from './offline.ts';
import { remoteAccess } from './remote-access.ts';
import { trust } from './trust.ts';
import { webhooks } from './webhooks.ts';

export const texts: Texts = {
  page: { ...common, ...gallery, ...detail, ...develop, ...organising },
  agents,
  albums,
  culling,
  exports,
  finding,
  'first-run': firstRun,
  history,
  keys,
  mend,
  pictures,
  proofs,
  publishing,
  selection,
  settings,
  statistics,
  'sign-in': signIn,
  offline,
  remoteAccess,
  trust,
  webhooks,
  errors,
  rendering,
  diagnostics,
  settingDescriptions,
};
