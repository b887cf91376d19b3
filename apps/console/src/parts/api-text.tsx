import { spanishOf } from '../language/api-texts';
import { useLanguage } from '../language/language';

/** A text of the API, in the page's language where it is known; the others are marked as English. */
export function ApiText({ text }: { text: string }) {
  const { language } = useLanguage();
  if (language === 'en') return withCode(text);
  const spanish = spanishOf(text);
  return spanish === undefined ? <span lang="en">{withCode(text)}</span> : withCode(spanish);
}

/** The API puts the names of settings between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
