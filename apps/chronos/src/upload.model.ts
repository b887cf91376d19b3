import { collection } from '@herald/persistence';

/** An upload that is on its way into the storage: what a process leaves behind when it dies is found by it. */
export type Upload = {
  /** The key in the storage. */
  _id: string;
  company_id: string;
  file_uuid: string;
  upload: string;
  bytes: number;
  begun_at: Date;
};

export const uploadModel = collection<Upload>('uploads', {
  fields: { _id: String, company_id: String, file_uuid: String, upload: String, bytes: Number, begun_at: Date },
  indexes: [[{ begun_at: 1 }]],
});
