import {
  Unreachable,
  assertCanListen,
  explainDatabaseFailure,
  explainListenFailure
} from "./chunk-AEAUA5V6.js";
import "./chunk-TWHKTBGO.js";
import "./chunk-EECO5ECD.js";
import "./chunk-AUDIUNLG.js";
export {
  Unreachable,
  assertCanListen,
  explainDatabaseFailure,
  explainListenFailure
};
//# sourceMappingURL=start-failures-SHDZ2ZN4.js.map