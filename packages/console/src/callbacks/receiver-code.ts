/** Sample receivers: they verify the signature and the timestamp. Only the SDK also refuses replayed requests. */
export const RECEIVER_CODE = {
  'Node.js': `import { createServer } from 'node:http';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';

const receiver = createReceiver({ secrets: [process.env.TENANT_SECRET] });
receiver.on('message-received', (event) => console.log(event.message.content));
createServer(nodeHandler(receiver)).listen(3000);
`,
  Python: `import hashlib, hmac, os, time

def is_genuine(headers, body):  # body: the raw bytes
    ts = headers["X-Service-Timestamp"]
    digest = hashlib.sha256(body).hexdigest()
    key = os.environ["TENANT_SECRET"].encode()
    expected = hmac.new(key, f"{ts}.{digest}".encode(), "sha256").hexdigest()
    return (abs(time.time() * 1000 - int(ts)) <= 300_000
        and hmac.compare_digest(expected, headers["X-Service-Signature"]))

# 401 unless is_genuine, else 200 with {"received": true}
`,
  PHP: `<?php
$body = file_get_contents('php://input');
$ts = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'];
$expected = hash_hmac('sha256', $ts . '.' . hash('sha256', $body), getenv('TENANT_SECRET'));
if (abs(microtime(true) * 1000 - (int) $ts) > 300000
    || !hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'])) {
    http_response_code(401);
    exit;
}
$event = json_decode($body);
echo '{"received": true}';
`,
  Go: `func isGenuine(h http.Header, body []byte) bool {
	ts := h.Get("X-Service-Timestamp")
	ms, err := strconv.ParseInt(ts, 10, 64)
	mac := hmac.New(sha256.New, []byte(os.Getenv("TENANT_SECRET")))
	fmt.Fprintf(mac, "%s.%x", ts, sha256.Sum256(body))
	expected := hex.EncodeToString(mac.Sum(nil))
	return err == nil && time.Since(time.UnixMilli(ms)).Abs() <= 5*time.Minute &&
		hmac.Equal([]byte(expected), []byte(h.Get("X-Service-Signature")))
}

// 401 unless isGenuine, else 200 with {"received": true}
`,
} as const;
