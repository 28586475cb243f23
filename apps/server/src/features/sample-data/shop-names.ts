/** Local shop names by the language of the owner's name. */
export const LOCAL_SHOP_NAMES: Readonly<Record<string, readonly string[]>> = {
  es: [
    'Cafetería La Buganvilla',
    'Librería El Búho Nocturno',
    'Cerámica Azulejo Viejo',
    'Zapatería Ñandú',
    'Viajes Poniente',
  ],
  pt: [
    'Padaria Três Marés',
    'Vinhos da Serra Amarela',
    'Ateliê Caravela',
    'Eletrônicos Jabuti',
    'Livraria Maracujá',
  ],
  fr: [
    'Boulangerie du Vieux Pont',
    'La Théière Bleue',
    'Fromagerie des Trois Chênes',
    'Atelier Pâquerette',
    'Vélos Écureuil',
  ],
  de: [
    'Rösterei Lindenhof',
    'Fahrräder Moosgrün',
    'Buchhandlung Sieben Monde',
    'Töpferei Süßholz',
    'Straußenhof Außerfeld',
  ],
  it: ['Enoteca della Lanterna', 'Cartoleria Quadrifoglio', 'Liuteria Sant’Elmo', 'Caffè Perché No'],
  sv: ['Blåbärsboden', 'Åkerby Cykel', 'Sömnlösa Kafferosteri'],
  no: ['Fjellrev Friluft', 'Bøkehagen Antikvariat', 'Sjøbris Kaffe'],
  fi: ['Pöllön Kirjakauppa', 'Yötön Yö Design'],
  pl: ['Księgarnia Pod Żółwiem', 'Pracownia Ćma', 'Sklep Rowerowy Łańcuch', 'Cukiernia Gęś'],
  'cs-m': ['Pekárna U Křečka', 'Řemeslo a Hlína'],
  'cs-f': ['Čajovna Šípek', 'Kytky od Žabky'],
  hu: ['Őzike Játékbolt', 'Tűzmadár Kávé'],
  tr: ['Çınaraltı Kahvecisi', 'Gümüş İğne Terzi', 'Şehir Işıkları Elektronik'],
  vi: ['Trà Sữa Đom Đóm', 'Hiệu Sách Gió Mùa', 'Cà Phê Bờ Sông'],
  uk: ['Кав’ярня «Сова»', 'Книгарня «Жовта парасоля»', 'Майстерня «Глек»', 'Велосвіт Їжак'],
  'bg-m': ['Пекарна „Щъркел“', 'Антиквариат „Мастилница“'],
  'bg-f': ['Чайна „Липов цвят“', 'Ателие „Ръченица“'],
  'el-m': ['Βιβλιοπωλείο Η Κουκουβάγια', 'Ελαιώνες Μαΐστρος'],
  'el-f': ['Κεραμική Γαλάζιο', 'Ζαχαροπλαστείο Ανεμώνη'],
  ar: ['متجر القمر للعطور', 'مكتبة الفنار', 'محمصة الواحة', 'بيت الخزف', 'إلكترونيات الصقر'],
  he: ['ספרי הינשוף', 'קפה שקיעה', 'סטודיו רימון'],
  hi: ['नीलकमल चाय घर', 'मोरपंख हस्तशिल्प', 'सूर्योदय पुस्तक भंडार', 'चाँदनी ज्वेलर्स'],
  zh: ['北山茶业', '蓝鲸数码', '小巷书屋', '云端花店', '老井咖啡'],
  ja: ['さくら文具店', '夜更かし珈琲', '小鳥書房', 'みずうみ陶芸', '月見自転車商会'],
  ko: ['달토끼 서점', '느린우체통 카페', '한빛고래 전자', '솔바람 도예'],
  th: ['ร้านชานกฮูก', 'หนังสือริมคลอง', 'กาแฟยอดดอย'],
};

/** First parts of English shop names. */
export const SHOP_WORDS = [
  'Copper Kettle',
  'Harbour Lane',
  'Juniper',
  'Lantern',
  'Old Quarry',
  'Saffron Door',
  'Thistle & Pine',
  'Willow Bend',
  'Marbled Fox',
  'Second Orchard',
  'Pebble',
  'Ember Hill',
  'Paper Falcon',
  'Meadowlark',
  'Cobalt Yard',
  'Tidewater',
  'Foxglove',
  'Larkspur',
  'Granite Bay',
  'Blue Heron',
] as const;

export interface Trade {
  readonly name: string;
  /** Typical order amount in USD. */
  readonly usualOrderUsd: number;
}

export const TRADES: readonly Trade[] = [
  { name: 'Coffee Roasters', usualOrderUsd: 34 },
  { name: 'Books', usualOrderUsd: 27 },
  { name: 'Audio', usualOrderUsd: 240 },
  { name: 'Cycles', usualOrderUsd: 410 },
  { name: 'Outfitters', usualOrderUsd: 120 },
  { name: 'Ceramics', usualOrderUsd: 65 },
  { name: 'Hosting', usualOrderUsd: 18 },
  { name: 'Game Keys', usualOrderUsd: 29 },
  { name: 'Prints', usualOrderUsd: 48 },
  { name: 'Tea House', usualOrderUsd: 22 },
  { name: 'Electronics', usualOrderUsd: 190 },
  { name: 'VPN', usualOrderUsd: 12 },
  { name: 'Travel', usualOrderUsd: 620 },
  { name: 'Watches', usualOrderUsd: 880 },
  { name: 'Vinyl', usualOrderUsd: 41 },
  { name: 'Garden Supply', usualOrderUsd: 74 },
];
