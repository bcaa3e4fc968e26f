//go:build !purego && !race

#include "textflag.h"

// func writeSlot(s *slot, check, data uint64)
TEXT ·writeSlot(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), AX
	MOVQ check+8(FP), BX
	MOVQ data+16(FP), CX
	MOVQ BX, 0(AX)
	MOVQ CX, 8(AX)
	RET
