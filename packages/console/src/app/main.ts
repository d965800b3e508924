/** The script of the page. What it starts is built into the file that the signed-in pages need as well. */
import './start';
