import type { AttachmentsConfig } from '../config/config';
import { iso, type Clock } from '../platform/clock';
import { diskSpace } from '../platform/disk-space';
import type { ReadinessReport } from '../platform/http/server/health';
import type { Disk, NodeStatus as NodeStatusView } from './wire';

/** How a request reached the relay: the facts that TRUSTED_PROXIES is judged by. */
export interface SeenCaller {
  /** The other end of the connection. */
  peer: string;
  isPeerTrusted: boolean;
  /** The addresses of `X-Forwarded-For` as the peer sent them; empty without the header. */
  forwardedFor: string[];
  /** The client, for limits and the audit log. */
  address: string;
}

export interface NodeStatusOptions {
  version: string;
  clock: Clock;
  checkReadiness(): Promise<ReadinessReport>;
  /** The folder of an embedded database; null with a database server. */
  databaseFolder: string | null;
  attachments: AttachmentsConfig;
}

/** Reads the state of the node that serves the request, for an administrator whose proxy hides `/readyz`. */
export function createNodeStatus(options: NodeStatusOptions) {
  const { version, clock, checkReadiness, databaseFolder, attachments } = options;
  const folders: { holds: Disk['holds']; folder: string }[] = [];
  if (databaseFolder !== null) folders.push({ holds: 'database', folder: databaseFolder });
  if ('folder' in attachments) {
    folders.push({ holds: 'attachments', folder: attachments.folder });
  }

  const disks = async (): Promise<Disk[]> => {
    const found = await Promise.all(
      folders.map(async ({ holds, folder }): Promise<Disk | null> => {
        // The folder of files does not exist before the first upload.
        const space = await diskSpace(folder).catch(() => null);
        return space && { holds, free_bytes: space.free, total_bytes: space.total };
      }),
    );
    return found.filter((disk) => disk !== null);
  };

  return async (caller: SeenCaller): Promise<NodeStatusView> => ({
    version,
    now: iso(clock()),
    readiness: await checkReadiness(),
    disks: await disks(),
    caller: {
      peer: caller.peer,
      is_peer_trusted: caller.isPeerTrusted,
      forwarded_for: caller.forwardedFor,
      address: caller.address,
    },
  });
}

export type NodeStatus = ReturnType<typeof createNodeStatus>;
