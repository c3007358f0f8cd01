/** Debian's wallpaper packages with the photographs, each with its path in the pool and its SHA-256. */
export const packages = {
  'budgie-backgrounds': {
    version: '3.0-1',
    pool: 'b/budgie-backgrounds/budgie-backgrounds_3.0-1_all.deb',
    sha256: 'b91c2d5209558bc11d8d3a161f22a608857e3f8c735980cfab0d6650b03014ca',
    folder: 'usr/share/backgrounds/budgie',
  },
  'lomiri-wallpapers-16.04': {
    version: '20.04.0-2',
    pool: 'l/lomiri-wallpapers/lomiri-wallpapers-16.04_20.04.0-2_all.deb',
    sha256: 'a99ff6a3bfe451e4cc0682ecb3cc82e71740626d59e4845ae34a0a0e45421eab',
    folder: 'usr/share/backgrounds',
  },
  'mate-backgrounds': {
    version: '1.26.0-1',
    pool: 'm/mate-backgrounds/mate-backgrounds_1.26.0-1_all.deb',
    sha256: '7bf4c2209f34b4f61ba6d24c8b58c28b361e82e4b943aae6d42c030169af9e04',
    folder: 'usr/share/backgrounds/mate/nature',
  },
  'plasma-workspace-wallpapers': {
    version: '4:5.27.5-2',
    pool: 'p/plasma-workspace-wallpapers/plasma-workspace-wallpapers_5.27.5-2_all.deb',
    sha256: '32cd18b71c8c938a18b3b351f217c02ac590e323caa3cf322fbb875ce8892f8b',
    folder: 'usr/share/wallpapers',
  },
} as const;

export type Photograph = {
  package: keyof typeof packages;
  /** Below the folder of its package. */
  file: string;
  sha256: string;
  /** As named by its author or package. */
  title: string;
  author: string;
  /** Its SPDX name. For plasma-workspace-wallpapers it comes from the metadata.json next to the picture. */
  license: string;
};

const budgie = (file: string, title: string, sha256: string): Photograph => ({
  package: 'budgie-backgrounds',
  file: `${file}.jpg`,
  title,
  sha256,
  author: 'Budgie Desktop Developers',
  license: 'CC0-1.0',
});
const lomiri = (file: string, title: string, author: string, sha256: string, license = 'CC-BY-4.0'): Photograph => ({
  package: 'lomiri-wallpapers-16.04',
  file: `${file}.jpg`,
  title,
  author,
  license,
  sha256,
});
const mate = (title: string, author: string, sha256: string): Photograph => ({
  package: 'mate-backgrounds',
  file: `${title.replaceAll(' ', '')}.jpg`,
  title,
  author,
  sha256,
  license: 'GPL-2.0-or-later',
});
const plasma = (folder: string, title: string, author: string, sha256: string): Photograph => ({
  package: 'plasma-workspace-wallpapers',
  file: `${folder}/contents/images/2560x1600.jpg`,
  title,
  author,
  sha256,
  license: 'LGPL-3.0-only',
});

const berasategi = 'Aitzol Berasategi';
const barbin = 'Charles Barbin';
const saukonpaa = 'Risto Saukonpää';

/** The photographs, by their names in the catalog. Authors and licenses: debian/copyright of each package. */
export const photographs = {
  osprey: budgie(
    'perched-osprey',
    'Perched Osprey',
    'd57e8d13c898c8abdf99a6429868e02935c4bb23993dfbb1a190136ee396a179',
  ),
  wren: budgie('canyon-wren', 'Canyon Wren', '1576ed3332c11b81ea90bd54acb60cc1e614642094bd972e5f2cde1661374b1f'),
  lake: budgie('lake-sherburne', 'Lake Sherburne', '85881b53de866a521bd806b481d444b7c3a45eee773eefdffaad46e7fb968470'),
  otters: budgie(
    'oakland-zoo-otters',
    'Oakland Zoo Otters',
    'b7540dd5c076b5b30c37bb9b7c991789d2cd30a9fc6a3205c8896bb5f8b75dbc',
  ),
  forgetMeNots: budgie(
    'blue-periwinkle',
    'Blue Periwinkle',
    '0b35d0e6e14766ec21d1d9446dcd34909e0e4e16a80972bb6b2ef26cc0bb4ed0',
  ),
  desert: budgie(
    'extreme-desert-hike',
    'Extreme Desert Hike',
    'beed5bc6a2c99b026f869b588be5e32b0c77adb209535975d0e015eb5e7da839',
  ),
  tea: budgie(
    'tea-gardens',
    'Amidst the Tea Gardens',
    '1d7377e9903b29a3e983f1184a3112e50a6b45e65382c491f5c02e20e2861e20',
  ),
  casaMila: budgie('casa-mila', 'Casa Milà', '5c7b24e463e3ca90cfead8c7fb4a0e0362980e7ff43aa5e877d6a186338977bf'),
  singapore: budgie(
    'singaporean-cityscape',
    'Singaporean Cityscape',
    'f636392cae58e2cfd478838a8e4d3a3aa0b7c1ecf7be77932c394d649f783363',
  ),
  boston: budgie(
    'beacon-street-sunset',
    'Beacon Street Sunset',
    'd77a97bfbb28fa6b2b4c93ad2857894afd38c13f450655942be077118bb9e3f1',
  ),
  trestle: budgie(
    'high-trestle-trail',
    'High Trestle Trail',
    '3fa56b607d41e658acc589b0e8306f96ec4ea33cbd8d5d8d4d8a688585fb1fe2',
  ),
  colosseum: budgie(
    'roman-colosseum',
    'Roman Colosseum',
    '3a085abab563afcdcfc3009fa126bbceb426921dd5bcdbb6f08fb0a601568030',
  ),
  piazza: budgie(
    'piazza-gae-aulenti',
    'Piazza Gae Aulenti',
    'f5a33cc32e1e3c453cfbeb0778f989fb2af704b5a7de2d0dc04f8bb3bb3e588c',
  ),
  aizkorri: lomiri(
    'aitzgorri_by_Aitzol_Berasategi',
    'Aitzgorri',
    berasategi,
    '66268e7b48f8854d36a28765fac6e23ec1aee251daa6da1f64715f201020ad36',
  ),
  sunset: lomiri(
    'sunset_by_Aitzol_Berasategi',
    'Sunset',
    berasategi,
    '474dab6a4b9f94dc76c29dfe30e9f5db4af0fd2e33fe5d695f8152b371efca18',
  ),
  brook: lomiri(
    'life_by_Aitzol_Berasategi',
    'Life',
    berasategi,
    '4c119350ead80201fe256850c3d316309ddfb4bdf10b235ce982dcde0c667c05',
  ),
  picos: lomiri(
    'picosdeeuropa_by_Aitzol_Berasategi',
    'Picos de Europa',
    berasategi,
    '414d0072b2f6f2c555deafeaef6e45c4fed6fa9ad26eba6560ca8803959cf97a',
  ),
  dogs: lomiri(
    'friends_by_Aitzol_Berasategi',
    'Friends',
    berasategi,
    'cc40e313c74e421edffe3403def413c16878ce14661cce7ec5915baeab35538d',
  ),
  dandelion: lomiri(
    'seeding_by_Clements_Engelhardt',
    'Seeding',
    'Clemens Engelhardt',
    'a5634d1ab5e41a3568e92d4a894a500c92b891f9ff734e50bd224d6e185a605f',
    'CC0-1.0',
  ),
  ladybird: mate('Lady Bird', barbin, 'e35a9a4126ef969c90b29c038058c5a575a20eadd84106a37bf1fa9931e7b61d'),
  marigold: mate('Garden', barbin, 'd3095ee09d425ef23d27155412136cf14fc3c9af76ca58b452f55e23da324e78'),
  yellowFlower: mate('Yellow Flower', barbin, '254da96256acb7add685679775a04d1e4a5bc8cd13e5a5a3d61351ce198a5306'),
  drop: mate('Aqua', barbin, '5c30118205982da441bf7e6a1ada636a8a0be879408140b3148280c665ed6bce'),
  seeds: mate(
    'Two Wings',
    'Charles Barbin, Hylke Bons',
    '665e5abf8a5399070a91a9a8e455fe071e5b61697ff78fdeda4e9843ef545aeb',
  ),
  storm: mate('Storm', 'Sergey Nazarov', '77ca53077831d3237f73393a91fc879158abc046d852941c26e90de336356957'),
  duneGrass: mate(
    'Dune',
    'Marco Cogoni, Hylke Bons',
    '8a67c2cb0be8c46b70c237311a4fa4d2b4ac7d39568135384787801fa5cc9a91',
  ),
  path: plasma('Path', 'Path', saukonpaa, '7477457d7f17b736259f1b021864778ad4ba802cf3214e6728181ff29126bba8'),
  jetty: plasma(
    'ColdRipple',
    'Cold Ripple',
    saukonpaa,
    '05bef6722fc0ed81292cceb3ed026c38d17e510f3c84be7d68610c2b1a723c3f',
  ),
  blueLake: plasma(
    'DarkestHour',
    'Darkest Hour',
    saukonpaa,
    '8e3703fae3a3c217b1fc2b399b706cd3720584268d071ba153e4809daa55f1ce',
  ),
  midnightLake: plasma(
    'summer_1am',
    'summer 1am',
    saukonpaa,
    'c868b50789591dd42910153c768053f1ba0a98cb36bbfc2b7a96a1045d0477f8',
  ),
  moss: plasma(
    'OneStandsOut',
    'One Stands Out',
    saukonpaa,
    'cb507baf1dafdcae362264f3aba9483ed4be5f6c9fdd770f0ec0920c6d9e80fd',
  ),
  leaf: plasma(
    'FallenLeaf',
    'Fallen Leaf',
    'Martin Klapetek',
    '95603a6560c7e8d50e0e03b3f4adbe39c5258c72528e74e4ecaea1daf4e499de',
  ),
  boats: plasma(
    'EveningGlow',
    'Evening Glow',
    'Ian Hex',
    '586682dcb362b9f620068f10138f87d0d3649939aef238adc5807cb951976a7a',
  ),
} satisfies Record<string, Photograph>;
