import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../language/language';
import { Failure } from './failure';

type CsvDownloadProps = { name: string; load: (signal: AbortSignal) => Promise<Blob> };

/** Downloads what the filters of a screen match. It ends when the screen is left. */
export function CsvDownload({ name, load }: CsvDownloadProps) {
  const { t } = useLanguage();
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);
  const download = useMutation({
    mutationFn: () => load(left.current.signal),
    onSuccess: (content) => store(name, content),
  });
  return (
    <>
      <Button size="xs" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {t.downloadCsv}
      </Button>
      <Text className="visually-hidden" role="status">
        {download.isSuccess ? t.downloaded(name) : ''}
      </Text>
      {download.error && <Failure error={download.error} />}
    </>
  );
}

/** A request for a file carries the token, which a plain link cannot. */
function store(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
