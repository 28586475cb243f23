/** Names that must be shown unchanged: markup, templates, invisible characters and extreme lengths. */
export const ODD_PERSON_NAMES: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it looks like a template on purpose.
  '${7*7} <%= 7*7 %>',
  "Robert'); DROP TABLE users;--",
  'Ana \u202egnipeels\u202c Sommer',
  'Zero\u200bWidth\u200d \ufeffJoiner',
  '🦊 Fuchs 👩‍👩‍👧‍👦 🏳️‍🌈',
  'Z̸̡̛a̵̢͝l̷̨͠g̶̛͜o̷̕͜',
  '&lt;b&gt;Bold&lt;/b&gt; & Söhne',
  'null',
  '%_\\%',
  'O',
  'Li',
  '吴',
  '',
  'María de los Ángeles Fernández de Córdoba y Villanueva-Montserrat, marquesa viuda de Peñas Blancas',
  'Andriamanitranjafy Rakotondravelohasina Razafindrakotomalala',
  'Thirunavukkarasu Balasubramaniam Venkatanarasimharajuvaripeta',
  `Maximiliane ${'Wolkenstein-Hohenfels-'.repeat(8)}Ende`.slice(0, 199).padEnd(200, '!'),
];

export const ODD_SHOP_NAMES: readonly string[] = [
  '<b>Bold Bargains</b>',
  '"><svg onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '=HYPERLINK("https://example.com","Cheap tickets")',
  '🛒',
  'Shop\u202e moc.elpmaxe',
  'X',
  `The ${'Very '.repeat(37)}Long Name`,
];

/** Website values that must never become a link that runs code. */
export const ODD_WEBSITES: readonly string[] = [
  'javascript:alert(document.domain)',
  'https://example.com/"><script>alert(1)</script>',
  'not a web address',
  `https://example.com/${'deep/'.repeat(60)}`,
];

export const BLOCK_REASONS: readonly string[] = [
  'Chargebacks on more than half of the orders in one week',
  'Sells goods that our terms exclude',
  'Identity documents did not match the account',
  'Payments from a sanctioned address',
  'Account taken over; the owner asked us to block it',
  'Repeated abuse towards support staff',
  'Suspected card testing',
  '<img src=x onerror=alert(1)> reported by two merchants',
  'Fraud',
  'Opened several accounts to get around a lower merchant limit. Support spoke to the owner twice, in March and in May; both times the accounts were closed and opened again under another name. See the notes of both calls before lifting this.',
];
