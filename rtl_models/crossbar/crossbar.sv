// Crossbar: moves the front flit of the selected input to each output, and takes the hop off a header that leaves by a
// link.
//
// Ports    select       [o*32 +: 32]: select word of output o
//          flit         [i*64 +: 64]: front flit of input i
//          header       [i*64 +: 64]: header of its packet
//          out_valid    bit p: a flit leaves by network port p; the others mean something only then
//          out_vc       [p*32 +: 32]: its VC
//          out_flit     [p*64 +: 64]: the flit; a head counts one hop more
//          out_header   [p*64 +: 64]: with a head, its header after the hop (without records: as it arrived)
//          eject_valid  bit e: a flit leaves by ejection port e
//          eject_flit   [e*64 +: 64]: the flit
// Latency  0 cycles. No state, no reset.
// verilator lint_off DECLFILENAME
module trenza_crossbar #(
    parameter int INPUTS = 13,
    parameter int PORTS = 4,
    parameter int EJECTORS = 1,
    parameter int DIMENSIONS = 2,  // of records; 0: headers pass as they are
    parameter bit BY_FLITS = 1'b0,  // of a flit-level router: select words are those of trenza_worm_pkg
    localparam int OUTPUTS = PORTS + EJECTORS
) (
    input  logic [ OUTPUTS*32-1:0] select,
    input  logic [  INPUTS*64-1:0] flit,
    input  logic [  INPUTS*64-1:0] header,
    output logic [      PORTS-1:0] out_valid,
    output logic [   PORTS*32-1:0] out_vc,
    output logic [   PORTS*64-1:0] out_flit,
    output logic [   PORTS*64-1:0] out_header,
    output logic [   EJECTORS-1:0] eject_valid,
    output logic [EJECTORS*64-1:0] eject_flit
);
  localparam int FROM_BITS = BY_FLITS ? trenza_worm_pkg::INPUT_BITS : trenza_pkg::INPUT_BITS;
  localparam int VC_BITS = BY_FLITS ? trenza_worm_pkg::VC_BITS : trenza_pkg::VC_BITS;

  function automatic logic [63:0] selected(input logic [FROM_BITS-1:0] from, input logic [INPUTS*64-1:0] words);
    selected = '0;
    for (int i = 0; i < INPUTS; i++) if (from == FROM_BITS'(i)) selected = words[i*64+:64];
  endfunction

  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : output_
      logic [         31:0] word;
      logic [FROM_BITS-1:0] from;
      // verilator lint_off UNUSED
      logic [  VC_BITS-1:0] to_vc;  // of links
      // verilator lint_on UNUSED
      logic                 valid;
      trenza_pkg::flit_t    moved;

      assign word = select[o*32+:32];
      if (BY_FLITS) begin : flits
        assign from = trenza_worm_pkg::select_input(word);
        assign to_vc = trenza_worm_pkg::select_vc(word);
        assign valid = trenza_worm_pkg::select_valid(word);
      end else begin : packets
        assign from = trenza_pkg::select_input(word);
        assign to_vc = trenza_pkg::select_vc(word);
        assign valid = trenza_pkg::select_valid(word);
      end
      assign moved = selected(from, flit);
      if (o < PORTS) begin : link
        trenza_pkg::header_t moved_header;

        assign moved_header = selected(from, header);
        trenza_header_hop #(.DIMENSIONS(DIMENSIONS), .PORT(o)) hop (.header(moved_header), .advanced(out_header[o*64+:64]));
        assign out_valid[o] = valid;
        assign out_vc[o*32+:32] = 32'(to_vc);
        assign out_flit[o*64+:64] = trenza_pkg::is_head(moved) ? trenza_pkg::with_next_hop(moved) : moved;
      end else begin : ejector
        assign eject_valid[o-PORTS] = valid;
        assign eject_flit[(o-PORTS)*64+:64] = moved;
      end
    end
  endgenerate
endmodule
