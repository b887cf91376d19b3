/** The fields that a reader should find, as in the answers of the service. */
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
  /** The number of portraits on the front. */
  faces: number;
};

/** The corners of the card in a picture, clockwise from the top left corner of the upright card. */
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
