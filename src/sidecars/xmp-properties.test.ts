import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasProperty, valueIn, withProperties, withStructures, type XmpProperty } from './xmp-properties.ts';

const rating = (value: string | null): XmpProperty => ({ name: 'xmp:Rating', value });
const title = (...items: string[]): XmpProperty => ({ name: 'dc:title', kind: 'Alt', items });
const labels = (...items: string[]): XmpProperty => ({ name: 'darktable:colorlabels', kind: 'Seq', items });
const words = (...items: string[]): XmpProperty => ({ name: 'dc:subject', kind: 'Bag', items });

/** A sidecar around these attributes and elements. */
const around = (attributes: string, elements = '', namespaces = 'xmlns:xmp="http://ns.adobe.com/xap/1.0/"') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${namespaces}${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;

/** One as darktable lays it out, with this in the place of its content. */
const darktablesEmpty = (content: string, end: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"${content}${end}
 </rdf:RDF>
</x:xmpmeta>
`;

/** As darktable 4.2.1 wrote it. */
const darktables = readFileSync(join(import.meta.dirname, '../testing/fixtures/sidecar-4.2.1.xmp'), 'utf8');

describe('a sidecar of darktable', () => {
  test('only what has to change does, and it stands where darktable writes it', () => {
    const changed = withProperties(darktables, [
      rating('-1'),
      labels('1'),
      title('A & B <c> "d" 🎨\ntwo'),
      { name: 'acdsee:notes', value: 'n & "q"\nnew' },
    ]);
    const expected = darktables
      .replace('xmp:Rating="5"', 'xmp:Rating="-1"')
      .replace(/( +)<rdf:li>0<\/rdf:li>\n +<rdf:li>4<\/rdf:li>/, '$1<rdf:li>1</rdf:li>')
      .replace('Black sand &amp; "white" foam', 'A &amp; B &lt;c&gt; "d" 🎨&#xA;two')
      .replace('"print this one"', '"n &amp; &quot;q&quot;&#xA;new"');
    expect(changed).toBe(expected);
  });

  test('what is cleared goes with its line, and what comes again stands there as darktable writes it', () => {
    const cleared = withProperties(darktables, [labels(), title(), words(), { name: 'acdsee:notes', value: null }]);
    expect(cleared).not.toMatch(/colorlabels|dc:title|dc:subject|acdsee:notes|\n\s*\n\s*</);
    const again = withProperties(cleared, [labels('0', '4')]);
    expect(again).toContain(
      '\n   <darktable:colorlabels>\n    <rdf:Seq>\n     <rdf:li>0</rdf:li>\n     <rdf:li>4</rdf:li>\n    </rdf:Seq>\n   </darktable:colorlabels>',
    );
    expect(withProperties(again, [labels()])).toBe(cleared);
  });

  test('what it says already changes no byte', () => {
    const says = [rating('5'), labels('0', '4'), title('Black sand & "white" foam'), words('iceland', 'places', 'sea')];
    expect(withProperties(darktables, says)).toBe(darktables);
  });

  test.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['no line ends at all', (text: string) => text.replaceAll(/\n\s*/g, ' ')],
    [
      'comments and instructions',
      (text: string) => text.replaceAll('\n  <rdf:D', '\n<!-- <a b="> --><?keep it?>\n  <rdf:D'),
    ],
    [
      'other prefixes',
      (text: string) =>
        text.replaceAll('rdf:', 'r:').replaceAll(':rdf=', ':r=').replaceAll('dc:', 'd:').replaceAll(':dc=', ':d='),
    ],
  ])('with %s: all of it is kept', (_, as) => {
    const wanted = [rating('2'), title('New'), words('one', 'two'), labels()];
    const before = as(darktables);
    const changed = withProperties(before, wanted);
    expect(changed).not.toBe(before);
    // There and back again: so nothing else was touched.
    const back = [rating('5'), title('Black sand & "white" foam'), words('iceland', 'places', 'sea')];
    const withoutBlanks = (text: string) => text.replaceAll(/>\s+</g, '><');
    expect(withoutBlanks(withProperties(changed, back))).toBe(withoutBlanks(withProperties(before, [labels()])));
    expect(changed.match(/(?<!\r)\n/g) ?? []).toHaveLength(
      before.includes('\r\n') ? 0 : (changed.match(/\n/g) ?? []).length,
    );
  });
});

describe('sidecars of other programs', () => {
  test.each([
    ['an attribute', around(' xmp:Rating="1"'), around(' xmp:Rating="4"')],
    ['an attribute in other quotes', around(" xmp:Rating = '1'"), around(" xmp:Rating = '4'")],
    ['an element', around('', '<xmp:Rating>1</xmp:Rating>'), around('', '<xmp:Rating>4</xmp:Rating>')],
    ['an empty element', around('', '<xmp:Rating/>'), around('', '<xmp:Rating>4</xmp:Rating>')],
    [
      'an element with CDATA',
      around('', '<xmp:Rating><![CDATA[1]]></xmp:Rating>'),
      around('', '<xmp:Rating>4</xmp:Rating>'),
    ],
    [
      'an element that is a resource',
      around('', '<xmp:Rating rdf:resource="x"/>'),
      around('', '<xmp:Rating>4</xmp:Rating>'),
    ],
    [
      'another prefix',
      around(' a:Rating="1"', '', 'xmlns:a="http://ns.adobe.com/xap/1.0/"'),
      around(' a:Rating="4"', '', 'xmlns:a="http://ns.adobe.com/xap/1.0/"'),
    ],
    ['no rating', around(''), around(' xmp:Rating="4"')],
    [
      'no namespace for it',
      around('', '', 'xmlns:b="urn:b"'),
      around(' xmp:Rating="4"', '', 'xmlns:b="urn:b" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'),
    ],
    [
      'the usual prefix for something else',
      around('', '', 'xmlns:xmp="urn:b"'),
      around(' xmp1:Rating="4"', '', 'xmlns:xmp="urn:b" xmlns:xmp1="http://ns.adobe.com/xap/1.0/"'),
    ],
    [
      'the rating in the second description',
      around(
        '',
        '</rdf:Description><rdf:Description rdf:about="" xmp:Rating="1" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
      ),
      around(
        '',
        '</rdf:Description><rdf:Description rdf:about="" xmp:Rating="4" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
      ),
    ],
    ['a > in a value', around(' xmp:Nickname="a>b" xmp:Rating="1"'), around(' xmp:Nickname="a>b" xmp:Rating="4"')],
  ])('%s: the rating is changed in its place', (_, before, after) => {
    expect(withProperties(before, [rating('4')])).toBe(after);
    expect(withProperties(after, [rating('4')])).toBe(after);
  });

  test('a description without content gets an end tag', () => {
    const before = around('').replace('></rdf:Description>', '/>');
    expect(withProperties(before, [words('a')])).toBe(
      around(
        '',
        '<dc:subject><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:subject>',
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
      ),
    );
  });

  test('a list of another kind, or with texts in languages, becomes what darktable writes', () => {
    const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
    const alt = (items: string) => around('', `<dc:title><rdf:Alt>${items}</rdf:Alt></dc:title>`, dc);
    expect(
      withProperties(alt('<rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li>'), [
        title('Sky'),
      ]),
    ).toBe(alt('<rdf:li xml:lang="x-default">Sky</rdf:li>'));
    const seq = around('', '<dc:subject><rdf:Seq><rdf:li>a</rdf:li></rdf:Seq></dc:subject>', dc);
    expect(withProperties(seq, [words('a')])).toBe(seq.replaceAll('Seq', 'Bag'));
  });
});

const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:darktable="http://darktable.sf.net/"';
const withElement = (element: string) => around('', element, DC);

describe('whether a property is there as wanted', () => {
  const li = '<rdf:li>a</rdf:li><rdf:li>b</rdf:li>';
  const colors = (inner: string) => withElement(`<darktable:colorlabels>${inner}</darktable:colorlabels>`);
  const subject = (inner: string) => withElement(`<dc:subject>${inner}</dc:subject>`);
  const named = (inner: string) => withElement(`<dc:title><rdf:Alt>${inner}</rdf:Alt></dc:title>`);
  test.each<[string, string, XmpProperty, boolean]>([
    ['a bag in another order', subject(`<rdf:Bag>${li}</rdf:Bag>`), words('b', 'a'), true],
    ['a bag of others', subject(`<rdf:Bag>${li}</rdf:Bag>`), words('a', 'c'), false],
    ['a sequence', colors(`<rdf:Seq>${li}</rdf:Seq>`), labels('a', 'b'), true],
    ['a sequence in another order', colors(`<rdf:Seq>${li}</rdf:Seq>`), labels('b', 'a'), false],
    ['none where none is wanted', withElement(''), labels(), true],
    ['none where some are wanted', withElement(''), labels('a'), false],
    ['an empty one where none is wanted', colors('<rdf:Seq/>'), labels(), false],
    ['two containers', colors(`<rdf:Seq>${li}</rdf:Seq><rdf:Seq/>`), labels('a', 'b'), false],
    ['no container', colors(''), labels('a', 'b'), false],
    [
      'something else among its texts',
      colors(`<rdf:Seq>${li}<rdf:b>c</rdf:b></rdf:Seq>`),
      labels('a', 'b', 'c'),
      false,
    ],
    ['an element in a text', colors(`<rdf:Seq>${li}<rdf:li>c<dc:x/></rdf:li></rdf:Seq>`), labels('a', 'b', 'c'), false],
    [
      'a language at a text',
      colors(`<rdf:Seq>${li}<rdf:li xml:lang="de">c</rdf:li></rdf:Seq>`),
      labels('a', 'b', 'c'),
      false,
    ],
    ['an attribute in the place of a list', around(' dc:subject="a"', '', DC), words('a'), false],
    ['a text in one language', named('<rdf:li xml:lang="x-default">Sea</rdf:li>'), title('Sea'), true],
    [
      'a text in two, as darktable reads it',
      named('<rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li>'),
      title('Sea, lang="de" Meer'),
      true,
    ],
    [
      'a text in two, of which one is wanted',
      named('<rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li>'),
      title('Sea'),
      false,
    ],
    ['a text without the usual language', named('<rdf:li xml:lang="de">Meer</rdf:li>'), title('Meer'), false],
    ['a text in no language', named('<rdf:li>Sea</rdf:li>'), title('Sea'), false],
    [
      'a text with another attribute, too',
      named('<rdf:li xml:lang="x-default" rdf:x="y">Sea</rdf:li>'),
      title('Sea'),
      false,
    ],
    ['a text with another attribute only', named('<rdf:li rdf:lang="x-default">Sea</rdf:li>'), title('Sea'), false],
    [
      'a second text in no language',
      named('<rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li>Meer</rdf:li>'),
      title('Sea, lang="" Meer'),
      false,
    ],
    ['an element with text', around('', '<xmp:Rating>4</xmp:Rating>'), rating('4'), true],
    ['an element with an attribute', around('', '<xmp:Rating rdf:x="y">4</xmp:Rating>'), rating('4'), false],
    ['an element with a child', around('', '<xmp:Rating>4<xmp:x/></xmp:Rating>'), rating('4'), false],
    ['a property of another namespace', around('', '<b:Rating xmlns:b="urn:b">4</b:Rating>'), rating('4'), false],
  ])('%s', (_, text, wanted, isThere) => {
    expect(hasProperty(text, wanted)).toBe(isThere);
    expect(hasProperty(withProperties(text, [wanted]), wanted)).toBe(true);
  });

  test('its value, from an attribute or an element with nothing but text', () => {
    const values = [
      around(' xmp:Rating="4"'),
      around('', '<xmp:Rating>5</xmp:Rating>'),
      around('', '<xmp:Rating>5<xmp:x/></xmp:Rating>'),
      around(''),
    ].map((text) => valueIn(text, 'xmp:Rating'));
    expect(values).toEqual(['4', '5', null, null]);
  });
});

describe('structures', () => {
  const items = [{ num: 0, params: '"a" & <b>' }, { num: 1 }];
  const list = `
   <darktable:history>
    <rdf:Seq>
     <rdf:li darktable:num="0" darktable:params="&quot;a&quot; &amp; &lt;b&gt;"/>
     <rdf:li darktable:num="1"/>
    </rdf:Seq>
   </darktable:history>`;

  test('take the place of those before, whatever prefix they had', () => {
    const before = withElement('<dc:x/><darktable:history><rdf:Seq/></darktable:history><dc:y/>');
    expect(withStructures(before, 'darktable:history', items)).toBe(withElement(`<dc:x/><dc:y/>${list}`));
    const other = before.replaceAll('darktable:history', 'd:history').replace('xmlns:darktable', 'xmlns:d');
    expect(withStructures(other, 'darktable:history', [{ num: 1 }])).toContain('<rdf:li d:num="1"/>');
  });

  test('come with their namespace where there is none', () => {
    expect(withStructures(around(''), 'darktable:history', items)).toBe(
      around('', list, 'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:darktable="http://darktable.sf.net/"'),
    );
  });
});

describe('where something new stands', () => {
  const bare = '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description/></r:RDF>';
  test('in a description without attributes, with or without content', () => {
    const described = '<r:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="3"';
    expect(withProperties(bare, [rating('3')])).toBe(bare.replace('<r:Description', described));
  });

  test('between the tags of one that has only its line ends', () => {
    const before = darktablesEmpty('>\n  ', '</rdf:Description>');
    const list =
      '\n   <darktable:colorlabels>\n    <rdf:Seq>\n     <rdf:li>1</rdf:li>\n    </rdf:Seq>\n   </darktable:colorlabels>';
    expect(withProperties(before, [labels('1')])).toBe(darktablesEmpty(`>${list}\n  `, '</rdf:Description>'));
    const joined = darktablesEmpty('>', '</rdf:Description>');
    expect(withProperties(joined, [labels('1')])).toBe(darktablesEmpty(`>${list}\n  `, '</rdf:Description>'));
    expect(withProperties(darktablesEmpty('/>', ''), [labels('1')])).toBe(
      darktablesEmpty(`>${list}\n  `, '</rdf:Description>'),
    );
  });

  test('a list that was an attribute becomes an element', () => {
    expect(withProperties(around(' dc:subject="a" dc:format="x"', '', DC), [words('b')])).toMatch(
      /^(?!.*dc:subject=).*dc:format="x"><dc:subject><rdf:Bag><rdf:li>b<\/rdf:li><\/rdf:Bag><\/dc:subject><\/rdf:Description>/,
    );
  });

  test('attributes on lines of their own stay so', () => {
    const before = around('\n\t xmp:Label="a b"');
    expect(withProperties(before, [rating('3')])).toBe(around('\n\t xmp:Label="a b"\n\t xmp:Rating="3"'));
    const spaced = before.replace(' xmlns:xmp', '\n  xmlns:xmp');
    expect(withProperties(spaced, [labels('1')])).toContain('\n  xmlns:darktable="http://darktable.sf.net/"');
  });

  test('each blank and quote that a reader would change is spelled out', () => {
    expect(withProperties(around(" xmp:Rating='1'"), [rating('\t\r\n"\'&<>')])).toBe(
      around(" xmp:Rating='&#x9;&#xD;&#xA;\"&apos;&amp;&lt;&gt;'"),
    );
    expect(withProperties(around('', '<xmp:Rating>1</xmp:Rating>'), [rating('\t"\'')])).toBe(
      around('', '<xmp:Rating>&#x9;"\'</xmp:Rating>'),
    );
  });
});

describe('what must not be taken for something else', () => {
  test('two wishes that contradict each other are refused', () => {
    expect(() => withProperties(around(''), [rating('1'), rating('2')])).toThrow('xmp:Rating cannot be changed');
  });

  test('what is as wanted in other words stays so', () => {
    const languages = '<rdf:li xml:lang="x-default">Sea</rdf:li><rdf:li xml:lang="de">Meer</rdf:li>';
    const both = withElement(`<dc:title><rdf:Alt>${languages}</rdf:Alt></dc:title>`);
    expect(withProperties(both, [title('Sea, lang="de" Meer')])).toBe(both);
    const bag = withElement('<dc:subject><rdf:Bag><rdf:li>b</rdf:li><rdf:li>a</rdf:li></rdf:Bag></dc:subject>');
    expect(withProperties(bag, [words('a', 'b')])).toBe(bag);
  });

  test('an attribute of the second description makes way for a list in the first', () => {
    const second = (attribute: string) => `</rdf:Description><rdf:Description ${DC}${attribute}>`;
    const added = '<dc:subject><rdf:Bag><rdf:li>b</rdf:li></rdf:Bag></dc:subject>';
    expect(withProperties(around('', second(' dc:subject="a"'), DC), [words('b')])).toBe(
      around('', `${added}${second('')}`, DC),
    );
  });

  test('other elements beside the description are nobody’s properties', () => {
    const beside = (text: string) =>
      text.replace('</rdf:RDF>', '<rdf:Seq xmp:Rating="1" xmlns:xmp="http://ns.adobe.com/xap/1.0/"/></rdf:RDF>');
    expect(withProperties(beside(around('')), [rating('3')])).toBe(beside(around(' xmp:Rating="3"')));
  });

  test('a start tag keeps its blanks, and a new attribute spells out its own quotes only', () => {
    expect(withProperties(around('', '<xmp:Rating\n>1</xmp:Rating >'), [rating('3')])).toBe(
      around('', '<xmp:Rating\n>3</xmp:Rating >'),
    );
    expect(withProperties(around(''), [rating(`"'`)])).toBe(around(` xmp:Rating="&quot;'"`));
  });

  test('a new list comes after all others', () => {
    const others = '<dc:a/><dc:b/>\n<dc:c/>';
    const list = '\n<darktable:colorlabels>\n <rdf:Seq>\n  <rdf:li>1</rdf:li>\n </rdf:Seq>\n</darktable:colorlabels>';
    expect(withProperties(withElement(others), [labels('1')])).toBe(withElement(others + list));
  });

  test('a default namespace is not one for attributes, and lists need a prefix of RDF', () => {
    const dc = 'xmlns="http://purl.org/dc/elements/1.1/"';
    expect(withProperties(around('', '', dc), [words('a')])).toContain('<dc:subject>');
    const rdf = '<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Description/></RDF>';
    expect(withProperties(rdf, [rating('3')])).toContain(' xmp:Rating="3"/>');
    expect(() => withProperties(rdf, [labels('1')])).toThrow('no prefix is declared for http');
  });
});

describe('what is not understood is refused', () => {
  test.each([
    ['no XML', 'rating: 5'],
    ['nothing', ''],
    ['half a file', darktables.slice(0, 2000)],
    ['two roots', around('') + around('')],
    ['a tag that is never closed', around('', '<xmp:Rating>')],
    ['tags crosswise', around('', '<a><b></a></b>')],
    ['an entity of its own', `<!DOCTYPE x [<!ENTITY e "5">]>${around(' xmp:Rating="&e;"')}`],
    ['an unknown entity', around(' xmp:Label="&nbsp;"')],
    ['a bare &', around(' xmp:Label="a & b"')],
    ['an undeclared prefix', around('', '<nowhere:Rating/>')],
    ['one attribute twice', around(' xmp:Rating="1" xmp:Rating="2"')],
    ['the rating twice', around(' xmp:Rating="1"', '<xmp:Rating>2</xmp:Rating>')],
    ['two subjects', around('', '</rdf:Description><rdf:Description rdf:about="urn:b">')],
    ['no description', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${around('')}`],
    ['levels without end', around('', '<a>'.repeat(5_000) + '</a>'.repeat(5_000))],
  ])('%s', (_, text) => {
    expect(() => withProperties(text, [rating('3')])).toThrow('not understood');
  });

  test('a text that cannot stand in XML', () => {
    expect(() => withProperties(darktables, [title('a\u0001b')])).toThrow('not understood');
  });
});

test('two megabytes of blanks and five thousand attributes take no time to speak of', () => {
  const many = Array.from({ length: 5_000 }, (_, number) => ` xmp:a${number}="${'x'.repeat(100)}"`).join('');
  const text = around(many, `<xmp:b>${' '.repeat(2_000_000)}</xmp:b>`);
  const started = performance.now();
  expect(withProperties(text, [rating('3')])).toContain('xmp:Rating="3"');
  expect(performance.now() - started).toBeLessThan(5_000);
});
