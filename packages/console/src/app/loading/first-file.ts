// The first script has these anyway. With each file of pages asking for them too, they are built into the file
// that all of them share: in small files of their own they would take half a kilobyte more.
import '../../desk/relay/pause';
import '../../desk/relay/retry';
import '../../state/connection-banner';
import '../../state/resource';
import '../../ui/tile';
import '../../ui/time';
