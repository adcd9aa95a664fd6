/* A Trenza fabric as a component of a test bench in SystemVerilog (DPI-C) or C. docs/dpi.md.

   Only types that the DPI knows; nothing is ever thrown. A fabric is used by one thread at a time; several fabrics may
   live side by side. A call that fails returns TRENZA_ERROR, and trenza_error() says why. Strings that are returned
   belong to the fabric and stay until the next call that returns one of that fabric. */
#ifndef TRENZA_DPI_H
#define TRENZA_DPI_H

#if defined(__GNUC__)
#define TRENZA_DPI_EXPORT __attribute__((visibility("default")))
#else
#define TRENZA_DPI_EXPORT
#endif

#define TRENZA_ERROR (-1)

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the network and the routers of a configuration file at cycle 0. `overrides` are settings over the file,
   KEY=VALUE separated by `;` ("run.seed=7; router.arbiter=age"), or empty. A fabric is returned even when this fails,
   and must be closed: ask trenza_error(). Null only when there is no memory. */
TRENZA_DPI_EXPORT void* trenza_open(const char* file, const char* overrides);

/* Null is no error. */
TRENZA_DPI_EXPORT void trenza_close(void* fabric);

/* Why the last call that failed did, in one line; empty if none has failed. */
TRENZA_DPI_EXPORT const char* trenza_error(void* fabric);

TRENZA_DPI_EXPORT int trenza_nodes(void* fabric);
TRENZA_DPI_EXPORT int trenza_message_classes(void* fabric);
TRENZA_DPI_EXPORT int trenza_max_packet_flits(void* fabric);

/* The cycle that the next trenza_step() simulates first. */
TRENZA_DPI_EXPORT long long trenza_cycle(void* fabric);

/* From now on at most `packets` packets of each node and class wait for the network; 0: any number. 4 at first. */
TRENZA_DPI_EXPORT int trenza_set_queue(void* fabric, int packets);

/* 1 if a packet of this class would be taken in this cycle, 0 if not. */
TRENZA_DPI_EXPORT int trenza_ready(void* fabric, int node, int message_class);

/* Offers a packet in this cycle. 1: taken; 0: the queue of the source is full (offer it again in a later cycle);
   TRENZA_ERROR: there can be no such packet. `tag` comes back with the delivery. */
TRENZA_DPI_EXPORT int trenza_offer(void* fabric, int source, int destination, int flits, int message_class,
                                   long long tag);

/* Simulates so many cycles, 1 or more. Returns the number of packets that arrived. */
TRENZA_DPI_EXPORT int trenza_step(void* fabric, long long cycles);

/* Packets that have arrived at a node and were not polled. */
TRENZA_DPI_EXPORT int trenza_arrived(void* fabric, int node, int message_class);

/* Takes the packet of this class that arrived first at a node. 1: the rest is filled; 0: there is none, nothing is
   changed. Cycles: of the offer, of the first grant, of the tail's ejection. */
TRENZA_DPI_EXPORT int trenza_poll(void* fabric, int node, int message_class, int* source, int* flits, long long* tag,
                                  int* hops, long long* created, long long* entered, long long* ejected);

/* 1 if nothing waits or travels in the network, else 0. Packets that were not polled do not count. */
TRENZA_DPI_EXPORT int trenza_idle(void* fabric);

/* A total since cycle 0: packets_offered, packets_delivered, flits_offered, flits_delivered, flit_hops, escape_grants,
   network_grants; refused_offers; latency_sum, latency_max, network_latency_sum, hop_sum of the delivered packets. */
TRENZA_DPI_EXPORT long long trenza_counter(void* fabric, const char* name);

/* The digest of all deliveries, 64 bits (docs/microarchitecture.md, section 12), and as 16 hexadecimal digits. */
TRENZA_DPI_EXPORT long long trenza_digest(void* fabric);
TRENZA_DPI_EXPORT const char* trenza_digest_text(void* fabric);

/* Checks the conservation of flits, packets and credits: 0 if all holds. */
TRENZA_DPI_EXPORT int trenza_check(void* fabric);

/* Writes the whole state, packets that were not polled included; a fabric that was opened with the same file and
   overrides goes on with it. 0 if done. A restore that fails leaves the fabric as it was. */
TRENZA_DPI_EXPORT int trenza_save(void* fabric, const char* file);
TRENZA_DPI_EXPORT int trenza_restore(void* fabric, const char* file);

#ifdef __cplusplus
}
#endif

#endif
