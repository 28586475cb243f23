import type { Script } from '../script.ts';
import { containsSearch, pageOf } from './friendly-list.ts';

const NAMES = ['Harbour Coffee', 'عطور الشرق', '<img src=x onerror=alert(1)>', 'Ünïcödé 🎈 Balloons'];
const WEBSITES = [
  'https://harbour-coffee.example.com/',
  null,
  'javascript:alert(1)',
  `https://${'long-'.repeat(12)}name.example.com/with/a/path?and=more`,
  'http://shop.example.org',
];
const COUNT = 47;

export function friendlyMerchants(): Script {
  const merchants = Array.from({ length: COUNT }, (_, position) => ({
    uuid: `00000000-0000-4000-a000-${String(position).padStart(12, '0')}`,
    name: `${NAMES[position % NAMES.length]} ${position}`,
    website: WEBSITES[position % WEBSITES.length] ?? null,
    creatorName: position % 4 === 1 ? null : `Creator ${position}`,
    creatorEmail: position % 8 === 1 ? null : `creator${position}@subdomain.of-a-long.example.org`,
    createdAt: new Date(Date.UTC(2026, 10, 20) - position * 3_600_000).toISOString(),
    deletedAt: position % 9 === 4 ? '2026-11-20T00:00:00.000Z' : null,
  }));
  return {
    'GET /merchants': pageOf(
      'merchants',
      () => merchants,
      ({ name, creatorEmail }, query) => containsSearch(query, name, creatorEmail),
    ),
  };
}
