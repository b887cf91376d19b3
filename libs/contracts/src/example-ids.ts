/** The uuids in the examples of the documentation. A start for development shows those of its demo data instead. */
export const exampleIds = {
  credential: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10',
  campaign: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f11',
  message: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f12',
  segment: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f13',
  event: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f14',
  file: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f15',
  channel: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f16',
  feed: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f17',
  person: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f18',
  identity: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f19',
  tagValue: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f1a',
  subjectRequest: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f1b',
} as const;
export type ExampleName = keyof typeof exampleIds;
