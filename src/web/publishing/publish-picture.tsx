import { Send } from 'lucide-react';
import { button } from '../ui/button.ts';
import { PublishButton } from './publish-button.tsx';

/** Among the tools for one picture. */
export const PublishPicture = ({ id }: { id: number }) => (
  <PublishButton className={button('quiet', 'icon')} side="bottom" ids={() => [id]}>
    <Send size={18} aria-hidden />
  </PublishButton>
);
