import type { WebhookEvent } from '../contract/webhooks.ts';
import type { Events, News } from '../platform/events.ts';

/** Tells of everything that webhooks can be told. Returns how to stop. */
export function hearEvents(events: Events, tell: (event: WebhookEvent) => void): () => void {
  const heard = {
    'index.changed': ({ generation }) => tell({ type: 'library.changed', data: { generation } }),
    'library.switched': () => tell({ type: 'library.switched', data: {} }),
    'albums.changed': ({ id }) => tell({ type: 'album.changed', data: { album_id: id } }),
    'preview.changed': ({ id }) => tell({ type: 'preview.ready', data: { image_id: id } }),
    'preview.failed': ({ id, code }) => tell({ type: 'preview.failed', data: { image_id: id, failure: code } }),
    'change.progress': ({ change, state }) => {
      if (state === 'ended') tell({ type: 'change.finished', data: { change_id: change } });
    },
    'exports.finished': () => tell({ type: 'exports.finished', data: {} }),
    'queue.failed': ({ name }) => tell({ type: 'queue.failed', data: { queue: name } }),
    'proof.marked': ({ proof, image }) => tell({ type: 'proof.mark', data: { proof_id: proof, image_id: image } }),
    'proof.done': ({ proof, guest }) => tell({ type: 'proof.done', data: { proof_id: proof, guest } }),
    'publication.ended': ({ id }) => tell({ type: 'publication.finished', data: { publication_id: id } }),
  } satisfies { [Name in keyof News]?: (news: News[Name][0]) => void };
  const names = Object.keys(heard) as (keyof typeof heard)[];
  for (const name of names) events.on(name, heard[name] as () => void);
  return () => {
    for (const name of names) events.off(name, heard[name] as () => void);
  };
}
