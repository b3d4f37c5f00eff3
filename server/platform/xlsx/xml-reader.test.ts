import fc from 'fast-check';
import { expect, it } from 'vitest';
import { XmlReader } from './xml-reader.ts';

it('a document gives the same in whatever pieces it comes', () => {
  const xml = `<?xml version="1.0"?>\n<a:b x='>' y="&lt;"><!-- - -- ->--><c/>one &amp;\r\ntwo<![CDATA[ <3> ]]></a:b >\n`;
  const eventsOf = (pieces: readonly string[]) => {
    const events: string[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') events.push(text);
      text = '';
    };
    const reader = new XmlReader({
      wantsText: true,
      open: (name, depth, attributes) => {
        flush();
        events.push(`<${depth}${name}${attributes}`);
      },
      close: (name, depth) => {
        flush();
        events.push(`>${depth}${name}`);
      },
      text: (piece) => void (text += piece),
    });
    for (const piece of pieces) reader.write(piece);
    reader.end();
    return events;
  };
  const whole = eventsOf([xml]);
  expect(whole).toEqual(['\n', `<0b x='>' y="&lt;"`, '<1c', '>1c', 'one &\ntwo <3> ', '>0b']);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: xml.length }), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), xml.length];
      expect(eventsOf(at.map((start, n) => xml.slice(start, at[n + 1])))).toEqual(whole);
    }),
    { numRuns: 500 },
  );
  expect(eventsOf(Array.from(xml))).toEqual(whole);
});
