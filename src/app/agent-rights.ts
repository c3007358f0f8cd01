import type { AgentRights } from '../agents/desk/desk.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';

/** What the settings let agents do. */
export const agentRights = (settings: SettingsValues): AgentRights => ({
  mayChange: settings.agentsMayChange,
  picturesPerHour: settings.agentPicturesPerHour,
  pixelsPerMinute: settings.agentPreviewsPerMinute,
  mayReadPlaces: settings.agentsMayReadPlaces,
});
