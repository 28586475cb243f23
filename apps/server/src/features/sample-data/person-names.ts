/** Name in its own script, and in Latin letters for the email address. */
export interface NamePart {
  readonly native: string;
  readonly latin: string;
}

/** One language and, if its names differ, one gender. */
export interface NameCulture {
  readonly language: string;
  /** Relative frequency; all weights sum to about 100. */
  readonly weight: number;
  readonly given: readonly NamePart[];
  readonly family: readonly NamePart[];
  readonly join: (given: string, family: string) => string;
}

const givenFirst = (given: string, family: string) => `${given} ${family}`;
const familyFirst = (given: string, family: string) => `${family} ${given}`;
const familyFirstClosed = (given: string, family: string) => `${family}${given}`;

/** Parses a list such as `Zoë Иван:ivan`, with Latin forms after a colon and `_` for a space. */
function parts(list: string): NamePart[] {
  return list.split(' ').map((entry) => {
    const [native = '', latin = native] = entry.replaceAll('_', ' ').split(':');
    return { native, latin };
  });
}

function culture(
  language: string,
  weight: number,
  given: string,
  family: string,
  join: NameCulture['join'] = givenFirst,
): NameCulture {
  return { language, weight, given: parts(given), family: parts(family), join };
}

export const NAME_CULTURES: readonly NameCulture[] = [
  culture(
    'en',
    14,
    'Alice Oliver Harriet Callum Poppy Nathaniel Imogen Desmond Beatrix Rufus Matilda Gareth Winifred Elliot Tamsin Rory',
    'Ashdown Blackwood Carrowell Dunmore Eastgate Farrow Greaves Hollis Inglewood Kettering Lockhart Merriweather Northcott Penhallow Quill Thackeray-Wells',
  ),
  culture(
    'ga',
    2,
    'Siobhán Cillian Aoife Tadhg Niamh Oisín',
    "Ó_Fearghail Nic_Eoin O'Dwyer Mac_Giolla Ní_Bhroin O'Shaughran",
  ),
  culture(
    'es',
    8,
    'María_José Íñigo Begoña Andrés Lucía Joaquín Ximena Raúl Itziar Óscar',
    'Peñalver Muñiz Echevarría Zúñiga Cañizares de_la_Vega Ibáñez Ordóñez Valdés Quiñones',
  ),
  culture(
    'pt',
    6,
    'João Conceição Inês Thiago Luísa Caetano Antônia Estêvão',
    'Falcão Guimarães Sant’Anna Brandão Magalhães Simões Vasconcelos Conceição_e_Silva',
  ),
  culture(
    'fr',
    6,
    'Chloé François Maëlys Jérôme Anaïs Loïc Hélène Étienne',
    'Lefèvre Château Beauséjour Delacôte d’Aubigny Guérin Montféry Œuvrard',
  ),
  culture(
    'de',
    7,
    'Jürgen Käthe Sören Änne Götz Friederike Björn Lieselotte',
    'Großmann Schönfeld Müßig Bärwald Königsau Weißhaupt Löwenthal von_der_Höhe',
  ),
  culture(
    'it',
    4,
    'Niccolò Giosuè Ginevra Raffaele Mariù Fiammetta',
    'D’Aloisio Pescarò Valmarana Corticelli Brunaldi Nicolò',
  ),
  culture(
    'sv',
    3,
    'Åsa Örjan Linnéa Håkan Märta Göran',
    'Åkerfeldt Sjöblad Öberg Granqvist Lövenmark Hedström',
  ),
  culture('no', 2, 'Øyvind Bjørg Kåre Sølvi Gunnhild', 'Nygård Bråten Skjærvik Ødegaard-Lie Tøndel'),
  culture('is-m', 1, 'Þórður Guðmundur Ægir', 'Hallgrímsson Þorkelsson Sæmundsson'),
  culture('is-f', 1, 'Sigríður Æsa Þórdís', 'Hallgrímsdóttir Þorkelsdóttir Sæmundsdóttir'),
  culture('fi', 2, 'Väinö Päivi Yrjö Tyyne', 'Hämäläinen Kärkkäinen Mäkiranta Yliniemi'),
  culture(
    'pl',
    4,
    'Łukasz Małgorzata Zdzisław Agnieszka Paweł Świętosława',
    'Wójcik Zając Krawczyk Wróbel Pawlak Szczęsny-Dąb',
  ),
  culture('cs-m', 2, 'Jiří Ondřej Břetislav', 'Hruška Čapek Šťastný Dvořáček'),
  culture('cs-f', 1, 'Kateřina Božena Zdeňka', 'Hrušková Čapková Šťastná Dvořáčková'),
  culture('hu', 2, 'Győző Zsófia Ödön Ágnes', 'Kőszegi Nagyváradi Szűcs Tűzkő', familyFirst),
  culture('ro', 1, 'Ștefan Ioana Mădălina', 'Țurcanu Mărgărit Șerbănescu'),
  culture('tr', 3, 'Gökçe İlker Çağla Oğuz Şirin', 'Yıldırımoğlu Çınar Gümüşay Öztekin Dağlı'),
  culture('vi', 3, 'Thị_Hương Văn_Đức Minh_Châu Quốc_Bảo', 'Nguyễn Trần Đặng Huỳnh', familyFirst),
  culture('yo', 2, 'Olúwaṣeun Adébáyọ̀ Fọlákẹ́ Ṣadé', 'Adéyẹmí Ògúnbíyí Akínlolú Babátúndé'),
  culture('id', 2, 'Dewi Bagus Wulan Gede', 'Kusumaningrum Prasetyo Wirawan Lestari'),
  culture(
    'uk',
    4,
    'Оксана:oksana Тарас:taras Соломія:solomiia Назар:nazar Мирослава:myroslava Богдан:bohdan',
    'Бондаренко:bondarenko Ткаченко:tkachenko Кравчук:kravchuk Мельник:melnyk Гайдай:haidai Журба:zhurba',
  ),
  culture(
    'bg-m',
    1,
    'Цветан:tsvetan Любомир:lyubomir Огнян:ognyan',
    'Каменов:kamenov Стоилов:stoilov Върбанов:varbanov',
  ),
  culture(
    'bg-f',
    1,
    'Ралица:ralitsa Йоана:yoana Цвета:tsveta',
    'Каменова:kamenova Стоилова:stoilova Върбанова:varbanova',
  ),
  culture(
    'el-m',
    2,
    'Νικηφόρος:nikiforos Στέλιος:stelios Άγγελος:angelos',
    'Παπαδημούλης:papadimoulis Καραγιώργης:karagiorgis Βενιέρης:venieris',
  ),
  culture(
    'el-f',
    1,
    'Ευδοκία:evdokia Μυρτώ:myrto Ιφιγένεια:ifigenia',
    'Παπαδημούλη:papadimouli Καραγιώργη:karagiorgi Βενιέρη:venieri',
  ),
  culture(
    'ar',
    5,
    'ليلى:layla يوسف:yousef مريم:maryam عمر:omar نور:nour خالد:khaled',
    'الحداد:alhaddad النجار:alnajjar الكرمي:alkarmi الزهراني:alzahrani بن_سالم:binsalem الخياط:alkhayyat',
  ),
  culture(
    'he',
    2,
    'נועה:noa איתן:eitan שירה:shira אלון:alon',
    'ברקאי:barkai לבנון:levanon שלום-טוב:shalomtov גפן:gefen',
  ),
  culture(
    'hi',
    5,
    'आरव:aarav प्रिया:priya विक्रम:vikram अनन्या:ananya लक्ष्मी:lakshmi रोहन:rohan',
    'श्रीवास्तव:shrivastava मिश्रा:mishra चतुर्वेदी:chaturvedi जोशी:joshi भट्टाचार्य:bhattacharya',
  ),
  culture(
    'zh',
    6,
    '伟:wei 静怡:jingyi 子轩:zixuan 梦洁:mengjie 浩然:haoran 雪:xue',
    '王:wang 林:lin 欧阳:ouyang 郭:guo 司马:sima 沈:shen',
    familyFirstClosed,
  ),
  culture(
    'ja',
    5,
    'さくら:sakura 翔太:shota 結衣:yui 健一:kenichi あかり:akari 大輔:daisuke',
    '田中:tanaka 小野寺:onodera 五十嵐:igarashi 長谷部:hasebe 水野:mizuno',
    familyFirst,
  ),
  culture(
    'ko',
    4,
    '서연:seoyeon 민준:minjun 하은:haeun 도윤:doyun',
    '김:kim 박:park 남궁:namgung 황보:hwangbo 윤:yoon',
    familyFirstClosed,
  ),
  culture(
    'th',
    3,
    'สมชาย:somchai อรุณี:arunee ณัฐพล:nattapon กัญญา:kanya',
    'ศรีสุวรรณ:srisuwan วงศ์ไพศาล:wongpaisan จันทร์เพ็ญ:chanpen รุ่งเรืองกิจ:rungruangkij',
  ),
];
