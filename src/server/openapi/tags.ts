/** The groups in which operations are shown, in this order. */
export const TAGS = {
  'Access tokens': 'OAuth 2.0 with the client-credentials grant.',
  Images: 'The catalog: what to list, and everything that darktable knows about one image.',
  Organizing: 'Stars, color labels, tags, texts and places: decide about images, and take decisions back.',
  'Previews and exports': 'Pictures, and the jobs that make darktable render new ones.',
  'Export recipes': 'What leaves and how: format, size, profile, and the metadata that may leave.',
  Publishing: 'Pictures that are kept up to date somewhere else: in a folder, on a server, in a photo service.',
  Destinations: 'The places that pictures are published to.',
  Proofing: 'Pictures that guests look at and mark by a link, and what they said of them.',
  Webhooks: 'Programs elsewhere that are told what happens, by the specification Standard Webhooks.',
  'Develop modules': 'The modules that darktable applies to an image, and how to change them.',
  Styles: 'Looks that darktable keeps under a name.',
  Albums: 'Images in an order of their own.',
  'Tags and film rolls': 'Names to find images by.',
  Service: 'Health, library status, live events and this description.',
  Session: 'Cookie sessions of the browser client, sign-in links and paired devices.',
  Agents: 'Assistants that speak the Model Context Protocol: what they did, plan and may do.',
  Clients: 'Programs that are registered and may get tokens.',
  Administration: 'Settings, queues, the darktable plugin, backups and diagnostics. Needs the scope `admin`.',
} as const;
export type Tag = keyof typeof TAGS;
