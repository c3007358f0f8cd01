/** The header by which `safelight mcp --allow-changes` says that the local user allows changes, whatever the setting says. */
export const ALLOWED_BY_LOCAL_USER = 'x-safelight-allow-changes';
