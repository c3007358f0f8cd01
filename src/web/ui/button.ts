import { classes } from './classes.ts';
import styles from './button.module.css';

type Look = 'primary' | 'danger' | 'quiet' | 'icon';

/** The class names of a button, a link, or anything else that looks like a button. */
export const button = (...looks: (Look | false)[]): string =>
  classes(styles.button, ...looks.map((look) => look && styles[look]));
