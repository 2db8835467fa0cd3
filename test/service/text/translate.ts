/** English, German, French, Spanish. */
const words: readonly (readonly [string, string, string, string])[] = [
  ['good morning', 'guten Morgen', 'bonjour', 'buenos días'],
  ['thank you', 'danke', 'merci', 'gracias'],
  ['hello', 'hallo', 'bonjour', 'hola'],
  ['goodbye', 'auf Wiedersehen', 'au revoir', 'adiós'],
  ['please', 'bitte', 's’il vous plaît', 'por favor'],
  ['world', 'Welt', 'monde', 'mundo'],
  ['friend', 'Freund', 'ami', 'amigo'],
  ['today', 'heute', 'aujourd’hui', 'hoy'],
  ['tomorrow', 'morgen', 'demain', 'mañana'],
  ['yesterday', 'gestern', 'hier', 'ayer'],
  ['water', 'Wasser', 'eau', 'agua'],
  ['house', 'Haus', 'maison', 'casa'],
  ['book', 'Buch', 'livre', 'libro'],
  ['time', 'Zeit', 'temps', 'tiempo'],
  ['good', 'gut', 'bon', 'bueno'],
  ['big', 'groß', 'grand', 'grande'],
  ['small', 'klein', 'petit', 'pequeño'],
  ['yes', 'ja', 'oui', 'sí'],
  ['no', 'nein', 'non', 'no'],
  ['and', 'und', 'et', 'y'],
  ['or', 'oder', 'ou', 'o'],
  ['is', 'ist', 'est', 'es'],
  ['the', 'die', 'la', 'la'],
  ['we', 'wir', 'nous', 'nosotros'],
  ['you', 'du', 'tu', 'tú'],
  ['this', 'dies', 'ceci', 'esto'],
  ['with', 'mit', 'avec', 'con'],
  ['name', 'Name', 'nom', 'nombre'],
  ['day', 'Tag', 'jour', 'día'],
  ['work', 'Arbeit', 'travail', 'trabajo'],
];

const columns = ['english', 'german', 'french', 'spanish'];

/** Translates the words it knows, from whichever of its languages, and leaves the others. */
export function translate(text: string, language: string): string {
  const column = columns.indexOf(language.toLowerCase());
  const known = new Map<string, string>();
  for (const row of words) {
    for (const word of row) {
      if (!known.has(word.toLowerCase())) {
        known.set(word.toLowerCase(), row[column] ?? word);
      }
    }
  }
  const longestFirst = [...known.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<!\\p{L})(${longestFirst.join('|')})(?!\\p{L})`, 'giu');
  return text.replace(pattern, (word) => {
    const translated = known.get(word.toLowerCase()) ?? word;
    const capital = word.charAt(0) !== word.charAt(0).toLowerCase();
    return capital ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated;
  });
}
