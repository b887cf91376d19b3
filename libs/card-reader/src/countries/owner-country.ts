import { normalizeText } from '../text/normalize-text';
import { countryByName } from './country-names';

/** Where a card that was found is to be returned to, or whose property it is. */
const OF_OWNER =
  /\b(PROPERTY OF|IF FOUND|FINDING THIS|FOUND THIS|RETURN(ED)? (IT |THIS \w+ )?TO|PROPIEDAD DE|DEVOLVER|DEVUELV|PROPRIETE D|RESTITUER|REMETTRE|PROPRIEDADE D|DEVOLVID|EIGENTUM)/;
/** The address of the owner follows within these lines. */
const ADDRESS_LINES = 2;

/** Countries with territories that have cards of their own, and names that another country or state has, too. */
const ambiguous = 'CHN COD COG DNK FRA GBR GEO GIN GNB GNQ KOR NLD PRI PRK USA VGB VIR'.split(' ');

/** The country at the end of the owner's name or address: Electoral Department, Saint Lucia. Null for several. */
export function ownerCountry(texts: string[]): string | null {
  const found = new Set(
    texts.flatMap((text, at) => {
      const isOfOwner = texts
        .slice(Math.max(0, at - ADDRESS_LINES), at + 1)
        .some((one) => OF_OWNER.test(normalizeText(one)));
      return (isOfOwner && countryAtEnd(text)) || [];
    }),
  );
  const [code = ''] = found.size === 1 ? found : [];
  return code === '' || ambiguous.includes(code) ? null : code;
}

const countryAtEnd = (text: string): string | null => {
  const parts = text.split(',');
  return parts.length > 1 ? countryByName(normalizeText(parts.at(-1)!)) : null;
};
