import { NAME_CULTURES, type NameCulture } from './person-names.ts';
import type { RandomSource } from './random-source.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly language: string;
}

/** Reserved domains (RFC 2606, RFC 6761). */
const MAIL_DOMAINS = [
  'example.com',
  'example.net',
  'example.org',
  'mail.example.com',
  'post.example.net',
  'inbox.test',
  'studio.test',
  'handel.test',
] as const;

const LETTERS_WITHOUT_MARKS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Converts `Łukasz Zając` to `lukasz-zajac`. */
export function toAddressPart(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => LETTERS_WITHOUT_MARKS[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Creates people of all cultures with unique email addresses. */
export function createPeople(random: RandomSource): { readonly next: () => Person } {
  const byWeight = NAME_CULTURES.flatMap((culture) => Array<NameCulture>(culture.weight).fill(culture));
  const taken = new Set<string>();

  function addressOf(given: string, family: string): string {
    const [first, last] = [toAddressPart(given), toAddressPart(family)];
    const local = random.pick([
      `${first}.${last}`,
      `${first}.${last}`,
      `${first.slice(0, 1)}.${last}`,
      `${last}.${first}`,
      `${first}_${last}`,
      `${first}${random.integer(1, 99)}`,
      `${first}+shop`,
    ]);
    const domain = random.pick(MAIL_DOMAINS);
    for (let number = 1; ; number++) {
      const email = `${local}${number === 1 ? '' : number}@${domain}`;
      if (!taken.has(email)) {
        taken.add(email);
        return email;
      }
    }
  }

  return {
    next: () => {
      const { language, given, family, join } = random.pick(byWeight);
      const [first, last] = [random.pick(given), random.pick(family)];
      return { name: join(first.native, last.native), email: addressOf(first.latin, last.latin), language };
    },
  };
}
