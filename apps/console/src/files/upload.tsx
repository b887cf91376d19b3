import { useLanguage } from '../language/language';
import { FormDialog } from '../parts/form-dialog';

type UploadProps = { button: string; send: (upload: { file: File; folder: string }) => Promise<unknown> };

export function Upload({ button, send }: UploadProps) {
  const { t } = useLanguage();
  const texts = t.fileScreen;
  return (
    <FormDialog
      button={button}
      title={button}
      hint={texts.uploadHint}
      fields={[
        { name: 'file', label: texts.file, kind: 'file' },
        { name: 'folder', label: texts.folder, isOptional: true },
      ]}
      send={({ file, texts: { folder = '' } }) =>
        file ? send({ file, folder }) : Promise.reject(new Error(texts.choose))
      }
    />
  );
}
