import { erases, type Holding } from '@herald/subjects';
import type { MessagePersistanceDeps } from './deps';
import { segments, type Segment } from './segment.model';

const batchSize = 100;

/** Segments are few: those that name a device are found by reading all of the company. */
const namedDevices = erases<Segment, MessagePersistanceDeps>(segments, {
  fields: ['index_query'],
  copy: { none: 'A segment names other persons too; what it chose the person for is among the campaigns.' },
  async erase(subject, { deps: { Segment }, hash, pause }) {
    const { company_id, core_ids } = subject;
    const texts = core_ids.map((coreId) => [JSON.stringify(coreId), JSON.stringify(hash(coreId))] as const);
    let changed = 0;
    for (let after = 0, left = true; left;) {
      pause();
      const page = await Segment.find({ company_id, id: { $gt: after } })
        .sort({ id: 1 })
        .limit(batchSize)
        .lean();
      for (const { uuid, index_query: before } of page) {
        const index_query = texts.reduce((text, [old, fresh]) => text.replaceAll(old, () => fresh), before);
        if (index_query === before) continue;
        // Otherwise the segment was changed meanwhile: the next round sees it again.
        await Segment.updateOne({ uuid, index_query: before }, { $set: { index_query } });
        changed++;
      }
      after = page.at(-1)?.id ?? after;
      left = page.length === batchSize;
    }
    return { found: changed, changed };
  },
});

export const personalData: Holding<MessagePersistanceDeps>[] = [namedDevices];
