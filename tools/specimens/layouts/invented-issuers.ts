import type { Language } from '../persons';

/** The labels of a card. */
export type Wording = Record<
  'title' | 'lastname' | 'name' | 'gender' | 'birth' | 'nationality' | 'nin' | 'card' | 'issue' | 'due' | 'place',
  string
> & { male: string; female: string };

export type Issuer = {
  code: string;
  language: Language;
  header: string;
  demonym: string;
  city: string;
  wordings: Wording[];
  /** Drawn for the last measurement only. */
  isKeptAside?: boolean;
};

const keys = ['title', 'lastname', 'name', 'gender', 'birth', 'nationality', 'nin', 'card', 'issue', 'due', 'place', 'male', 'female'] as const; // prettier-ignore

/** A wording in one line: the labels in the order of the keys, separated by semicolons. */
const words = (line: string): Wording => {
  const parts = line.split(';').map((part) => part.trim());
  return Object.fromEntries(keys.map((key, at) => [key, parts[at]!])) as Wording;
};

const spanish = [
  words(
    'TARJETA DE IDENTIDAD; Apellidos; Nombres; Sexo; Fecha de nacimiento; Nacionalidad; Número de identidad; N° de tarjeta; Fecha de emisión; Fecha de vencimiento; Lugar de nacimiento; MASCULINO; FEMENINO',
  ),
  words(
    'DOCUMENTO ÚNICO DE IDENTIDAD; APELLIDOS / SURNAME; NOMBRES / GIVEN NAMES; GÉNERO / GENDER; FECHA DE NACIMIENTO / DATE OF BIRTH; NACIONALIDAD / NATIONALITY; Número único de identidad / ID number; Número de documento / Document number; Fecha de expedición / Issued; Fecha de expiración / Expiry; Lugar de nacimiento / Place of birth; MASCULINO; FEMENINO',
  ),
  words(
    'CARNÉ DE IDENTIDAD; Apellido(s); Nombre(s); Sexo; Nacido el; Ciudadanía; Número permanente; Serie; Expedido el; Válido hasta; Natural de; M; F',
  ),
];
const english = [
  words(
    'IDENTITY CARD; Surname; Given names; Sex; Date of birth; Nationality; Personal number; Card number; Date of issue; Date of expiry; Place of birth; MALE; FEMALE',
  ),
  words(
    'NATIONAL IDENTITY CARD; Last name; First name; Gender; Birth date; Citizenship; ID number; Document no.; Issued on; Valid until; Birthplace; MALE; FEMALE',
  ),
  words(
    'NATIONAL IDENTIFICATION; Family name; Forenames; Sex; Born; Nationality; National registration no.; Card no.; Issued; Expires; Place of birth; MALE; FEMALE',
  ),
];
const german = [
  words(
    'IDENTITÄTSKARTE; Name; Vornamen; Geschlecht; Geburtsdatum; Staatsangehörigkeit; Personennummer; Kartennummer; Ausstellungsdatum; Gültig bis; Geburtsort; MÄNNLICH; WEIBLICH',
  ),
  words(
    'PERSONALAUSWEIS / IDENTITY CARD; Familienname / Surname; Vorname / Given name; Geschlecht / Sex; Geboren am / Date of birth; Staatsbürgerschaft / Nationality; Persönliche Nummer / Personal No.; Ausweisnummer / Document No.; Ausgestellt am / Date of issue; Gültig bis / Date of expiry; Geburtsort / Place of birth; M; F',
  ),
];
const french = [
  words(
    "CARTE D'IDENTITÉ; Nom; Prénoms; Sexe; Date de naissance; Nationalité; Numéro personnel; N° de carte; Date de délivrance; Date d'expiration; Lieu de naissance; MASCULIN; FÉMININ",
  ),
  words(
    "CARTE NATIONALE D'IDENTITÉ; Nom de famille / Surname; Prénom(s) / Given names; Sexe / Sex; Né(e) le / Date of birth; Nationalité / Nationality; N° d'identification / ID number; N° du document / Document No.; Délivrée le / Issued; Valable jusqu'au / Expiry; Lieu de naissance / Place of birth; M; F",
  ),
];
const italian = [
  words(
    "CARTA D'IDENTITÀ; Cognome; Nome; Sesso; Data di nascita; Cittadinanza; Numero personale; N. documento; Data di rilascio; Data di scadenza; Luogo di nascita; M; F",
  ),
];
const portuguese = [
  words(
    'BILHETE DE IDENTIDADE; Apelidos; Nomes próprios; Sexo; Data de nascimento; Nacionalidade; Número de identificação; N.º do documento; Data de emissão; Data de validade; Local de nascimento; MASCULINO; FEMININO',
  ),
  words(
    'CARTÃO NACIONAL DE IDENTIFICAÇÃO; Sobrenome / Surname; Nome / Given names; Sexo / Sex; Nascido em / Date of birth; Nacionalidade / Nationality; Número pessoal / Personal number; Nº do cartão / Card number; Emitido em / Issued; Válido até / Expiry; Naturalidade / Place of birth; M; F',
  ),
];
const polish = [
  words(
    'DOWÓD OSOBISTY / IDENTITY CARD; NAZWISKO / SURNAME; IMIONA / GIVEN NAMES; PŁEĆ / SEX; DATA URODZENIA / DATE OF BIRTH; OBYWATELSTWO / NATIONALITY; NUMER PESEL / PERSONAL NUMBER; NUMER DOWODU / CARD NUMBER; DATA WYDANIA / DATE OF ISSUE; TERMIN WAŻNOŚCI / EXPIRY DATE; MIEJSCE URODZENIA / PLACE OF BIRTH; M; F',
  ),
];
const swedish = [
  words(
    'NATIONELLT IDENTITETSKORT / NATIONAL IDENTITY CARD; Efternamn / Surname; Förnamn / Given names; Kön / Sex; Födelsetid / Date of birth; Nationalitet / Nationality; Personnummer / Personal identity number; Kortnummer / Card No.; Utfärdat / Issued on; Gäller till / Valid until; Födelseort / Place of birth; M; F',
  ),
];
const romanian = [
  words(
    'CARTE DE IDENTITATE / IDENTITY CARD; Nume / Nom / Last name; Prenume / Prenom / First name; Sex / Sexe / Sex; Data nașterii / Date of birth; Cetățenie / Nationality; CNP / Personal numerical code; Numărul cărții / Card number; Data emiterii / Date of issue; Data expirării / Date of expiry; Loc naștere / Place of birth; M; F',
  ),
];
const estonian = [
  words(
    'ISIKUTUNNISTUS / IDENTITY CARD; Perekonnanimi / Surname; Eesnimed / Given names; Sugu / Sex; Sünniaeg / Date of birth; Kodakondsus / Citizenship; Isikukood / Personal code; Dokumendi number / Document number; Väljaandmise kuupäev / Date of issue; Kehtiv kuni / Date of expiry; Sünnikoht / Place of birth; M; F',
  ),
];

const issuer = (code: string, language: Language, header: string, demonym: string, city: string, wordings: Wording[], isKeptAside = false): Issuer => ({ code, language, header, demonym, city, wordings, isKeptAside }); // prettier-ignore

/** Countries whose cards are imagined: none has a file in the reader. */
export const issuers: Issuer[] = [
  issuer('HND', 'es', 'REPÚBLICA DE HONDURAS', 'HONDUREÑA', 'COMAYAGUA', spanish),
  issuer('IRL', 'en', 'IRELAND', 'IRISH', 'GALWAY', english),
  issuer('AUT', 'de', 'REPUBLIK ÖSTERREICH', 'ÖSTERREICH', 'LINZ', german),
  issuer('SLV', 'es', 'REPÚBLICA DE EL SALVADOR', 'SALVADOREÑA', 'SANTA ANA', spanish),
  issuer('BEL', 'fr', 'ROYAUME DE BELGIQUE', 'BELGE', 'NAMUR', french),
  issuer('AGO', 'pt', 'REPÚBLICA DE ANGOLA', 'ANGOLANA', 'BENGUELA', portuguese),
  issuer('SMR', 'it', 'REPUBBLICA DI SAN MARINO', 'SMR', 'SERRAVALLE', italian),
  issuer('CUB', 'es', 'REPÚBLICA DE CUBA', 'CUBANA', 'HOLGUÍN', spanish),
  issuer('JAM', 'en', 'JAMAICA', 'JAMAICAN', 'MONTEGO BAY', english),
  issuer('CHE', 'de', 'SCHWEIZERISCHE EIDGENOSSENSCHAFT', 'CHE', 'ST. GALLEN', german),
  issuer('SEN', 'fr', 'RÉPUBLIQUE DU SÉNÉGAL', 'SÉNÉGALAISE', 'THIÈS', french),
  issuer('MOZ', 'pt', 'REPÚBLICA DE MOÇAMBIQUE', 'MOÇAMBICANA', 'NAMPULA', portuguese),
  issuer('NIC', 'es', 'REPÚBLICA DE NICARAGUA', 'NICARAGÜENSE', 'LEÓN', spanish, true),
  issuer('POL', 'en', 'RZECZPOSPOLITA POLSKA', 'POLSKIE', 'TORUŃ', polish, true),
  issuer('SWE', 'en', 'SVERIGE', 'SVENSK', 'UPPSALA', swedish, true),
  issuer('ROU', 'it', 'ROMÂNIA', 'ROU', 'SIBIU', romanian, true),
  issuer('EST', 'de', 'EESTI VABARIIK', 'EST', 'TARTU', estonian, true),
  issuer('LUX', 'fr', 'GRAND-DUCHÉ DE LUXEMBOURG', 'LUX', 'ESCH', french, true),
  issuer('ZAF', 'en', 'REPUBLIC OF SOUTH AFRICA', 'RSA', 'DURBAN', english, true),
  issuer('CPV', 'pt', 'REPÚBLICA DE CABO VERDE', 'CABO-VERDIANA', 'MINDELO', portuguese, true),
];
