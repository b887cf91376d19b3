import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../language/language';
import { Failure } from './failure';
import { saveFile, type FileToSave } from './save-file';

/** Downloads what the filters of a screen match. It ends when the screen is left. */
export function CsvDownload({ name, rows, load }: Omit<FileToSave, 'signal'>) {
  const { t } = useLanguage();
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  const download = useMutation({
    mutationFn: () => saveFile({ name, rows, load, signal: left.current.signal }),
  });
  return (
    <>
      <Button size="xs" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {t.downloadCsv}
      </Button>
      <Text className="visually-hidden" role="status">
        {download.data === 'saved' ? t.downloaded(name) : ''}
      </Text>
      {download.error && <Failure error={download.error} />}
    </>
  );
}
