/* A bounded string builder: appends never write past the end, and say so. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BUILDER_MAX 4096u

struct builder {
	char data[BUILDER_MAX];
	size_t len;
	bool full;
};

static void builder_init(struct builder *b)
{
	b->data[0] = '\0';
	b->len = 0;
	b->full = false;
}

static bool builder_append(struct builder *b, const char *text, size_t n)
{
	size_t room = sizeof(b->data) - b->len - 1;

	if (n > room) {
		n = room;
		b->full = true;
	}
	memcpy(b->data + b->len, text, n);
	b->len += n;
	b->data[b->len] = '\0';
	return !b->full;
}

static bool builder_printf(struct builder *b, const char *format, ...)
{
	va_list args;
	size_t room = sizeof(b->data) - b->len;
	int written;

	va_start(args, format);
	written = vsnprintf(b->data + b->len, room, format, args);
	va_end(args);
	if (written < 0)
		return false;
	if ((size_t)written >= room) {
		b->len = sizeof(b->data) - 1;
		b->full = true;
	} else {
		b->len += (size_t)written;
	}
	return !b->full;
}

int main(int argc, char **argv)
{
	struct builder line;

	builder_init(&line);
	for (int i = 1; i < argc; i++) {
		if (i > 1 && !builder_append(&line, ", ", 2))
			break;
		if (!builder_printf(&line, "%d=\"%s\"", i, argv[i]))
			break;
	}
	printf("%s%s\n", line.data, line.full ? "..." : "");
	return line.full ? 1 : 0;
}
