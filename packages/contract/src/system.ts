import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { SYSTEM_AREAS, SYSTEM_STATES } from './system-areas.ts';

const systemFact = z.object({
  label: z.string(),
  text: z.string().optional(),
  at: instant.optional().describe('Instead of `text`, a time.'),
});
export type SystemFact = z.infer<typeof systemFact>;

const systemCheck = z.object({
  area: z.enum(SYSTEM_AREAS),
  name: z.string(),
  state: z.enum(SYSTEM_STATES),
  facts: z.array(systemFact),
  advice: z.string().optional().describe('What to do, unless the state is `ok`.'),
  command: z.string().optional().describe('Command for a server operator, if the advice needs one.'),
});
export type SystemCheck = z.infer<typeof systemCheck>;

export const systemReport = z.object({
  measuredAt: instant,
  checks: z.array(systemCheck).describe('In the order of the areas.'),
});
export type SystemReport = z.infer<typeof systemReport>;

export const readSystem = endpoint({
  name: 'readSystem',
  method: 'GET',
  path: `${ADMIN_API}/system`,
  summary:
    'Returns the state of feed, chains, prices, mail, audit log and database, and what to do about faults.',
  access: ACCESS_ADMINISTRATOR,
  answer: systemReport,
});
