import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { TOOLS } from '../../mcp/tools';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { say } from '../../terminal/output';

export interface McpOptions extends GlobalOptions {
  allowWrites?: boolean;
}

/** Serves the Model Context Protocol on stdin and stdout until stdin ends. */
export async function mcp(options: McpOptions): Promise<void> {
  const { api, url } = requireLogin(options);
  const server = new McpServer({ name: 'relayctl', version: __VERSION__ });
  const offered = TOOLS.filter((tool) => options.allowWrites || !tool.isWrite);
  for (const tool of offered) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, string>>({ ...tool.arguments }),
        annotations: { readOnlyHint: !tool.isWrite },
      },
      async (given) => {
        try {
          return { content: [{ type: 'text', text: JSON.stringify(await tool.call(api, given)) }] };
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          return { isError: true, content: [{ type: 'text', text }] };
        }
      },
    );
  }
  const ended = new Promise((resolve) => process.stdin.once('close', resolve));
  await server.connect(new StdioServerTransport());
  const may = options.allowWrites ? 'reads and writes' : 'reads only; --allow-writes for more';
  say(`relayctl serves the Model Context Protocol for ${url}: ${may}.`);
  await ended;
  await server.close();
}
