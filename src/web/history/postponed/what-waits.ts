import { useQuery } from '@tanstack/react-query';
import { imageQuery } from '../../api/images.ts';
import type { PostponedChange } from '../../api/postponed.ts';
import { queryClient } from '../../api/query-client.ts';
import type { EditsPasted } from '../../organising/change-words.ts';
import { knownPictures } from '../../organising/known-pictures.ts';

type Source = Pick<PostponedChange, 'from' | 'style'>;

/** What is put on the pictures. A picture that is gone goes by its number. */
export async function whatWaits(source: Source): Promise<EditsPasted> {
  const { from } = source;
  if (from === null || knownPictures([from]).length > 0) return named(source);
  const image = await queryClient.query(imageQuery(from)).catch(() => undefined);
  return named(source, image?.filename);
}

export function useWhatWaits(source: Source): EditsPasted {
  const { from } = source;
  const isUnknown = from !== null && knownPictures([from]).length === 0;
  const { data } = useQuery({ ...imageQuery(from ?? 0), enabled: isUnknown });
  return named(source, data?.filename);
}

function named({ from, style }: Source, filename?: string): EditsPasted {
  if (style !== null) return { is: 'styled', from: style };
  return {
    is: 'pasted',
    from: filename ?? (from === null ? undefined : knownPictures([from])[0]?.filename) ?? String(from),
  };
}
