/** What a reader should make of a pair of pictures; the fields as the service answers them. */
export type Fields = {
  name: string;
  lastname: string;
  nin: string;
  gender: string | null;
  nationality: string | null;
  date_birth: string | null;
  document_number: string | null;
  date_issue: string | null;
  date_due: string | null;
  doc_type: string;
  /** How many portraits the front has. */
  faces: number;
};

/** The four corners of the card in a picture, from the top left on clockwise as the card is read. */
export type Quad = [Corner, Corner, Corner, Corner];
export type Corner = [number, number];

export type Specimen = {
  id: string;
  layout: string;
  degradation: string;
  truth: Fields;
  mrz: string[] | null;
  barcode: 'PDF417' | 'QRCode' | null;
  files: { front: string; back: string };
  /** Null where the picture is the card itself. */
  quads: { front: Quad | null; back: Quad | null };
};
