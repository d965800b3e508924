/**
 * What pages of several files of code use. Each of those files imports this one, and so the build
 * puts it next to the parts that every page uses: a file for each pair of pages would cost more.
 */
import '../desk/relay/listing';
import '../desk/relay/pause';
import '../desk/relay/retry';
import '../state/connection-banner';
import '../state/no-workspace';
import '../state/resource';
import '../ui/choice';
import '../ui/dialog';
import '../ui/form';
import '../ui/tile';
import '../ui/time';
import '../ui/use-seconds-to';
import '../words/search';
