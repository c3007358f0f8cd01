import { z } from 'zod';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Apart from the names, as the page reads those and brings no schemas. */
export const ScopeSchema = z.enum(ALL_SCOPES as [Scope, ...Scope[]]).meta({ id: 'Scope' });
